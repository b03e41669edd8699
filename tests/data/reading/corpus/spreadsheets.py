"""Tables as Excel and LibreOffice write them, in English, German and French."""

from __future__ import annotations

from tests.data.reading.corpus.shape import shape

ENGLISH = (
    shape(
        "Excel, English: commas and points",
        """
Sepal length,Sepal width,Species
5.1,3.5,a
4.9,3,b
6.25,2.75,a
7,3.2,b
""",
        "Sepal length|Sepal width",
        first=(5.1, 3.5, "a"),
        last=(7.0, 3.2, "b"),
        target="Species",
        newline="\r\n",
    ),
    shape(
        "Excel, English, CSV UTF-8 with a byte order mark",
        "length,width,class\n5.1,3.5,a\n4.9,3,b\n6.25,2.75,a\n7,3.2,b\n",
        "length width",
        first=(5.1, 3.5, "a"),
        last=(7.0, 3.2, "b"),
        encoding="utf-8-sig",
        newline="\r\n",
    ),
    shape(
        "Excel, English, Unicode text: UTF-16 and tabs, spaces in the names",
        "Body mass\tFlipper length\tSpecies\n" + "3750\t181.5\ta\n3800\t186\tb\n" * 12,
        "Body mass|Flipper length",
        first=(3750.0, 181.5, "a"),
        last=(3800.0, 186.0, "b"),
        rows=24,
        target="Species",
        encoding="utf-16",
        newline="\r\n",
    ),
    shape(
        "Excel, English: thousands in quotes beside decimal points",
        """
Price,Rating,class
"1,234.50",4.5,a
"2,000.00",3.5,b
950.25,5,a
"12,345.75",2.25,b
""",
        "Price Rating",
        first=(1234.5, 4.5, "a"),
        last=(12345.75, 2.25, "b"),
        notes=("comma between thousands in Price: 1,234.50 as 1234.50",),
    ),
    shape(
        "Excel, English: whole thousands in quotes, decimal points in another column",
        """
Population,Rate,class
"1,234",4.5,a
"2,000",3.5,b
950,5.25,a
"12,345",2.25,b
""",
        "Population Rate",
        first=(1234.0, 4.5, "a"),
        last=(12345.0, 2.25, "b"),
        notes=("comma between thousands in Population: 1,234 as 1234",),
    ),
    shape(
        "Excel, English: millions in quotes",
        """
Population,Area,class
"1,234,567",4,a
"2,000,001",3,b
"950,000",5,a
"12,345,678",2,b
""",
        "Population Area",
        first=(1234567.0, 4.0, "a"),
        last=(12345678.0, 2.0, "b"),
        notes=("comma between thousands in Population",),
    ),
    shape(
        "Excel, English: percent signs",
        "Share,Size,class\n12.5%,3,a\n40%,4,b\n7.25%,5,a\n0%,6,b\n",
        "Share Size",
        first=(12.5, 3.0, "a"),
        last=(0.0, 6.0, "b"),
        notes=("% in Share: 12.5% as 12.5",),
    ),
    shape(
        "Excel, English: currency",
        'Price,Size,class\n$12.50,3,a\n"$1,040.00",4,b\n$7.25,5,a\n$0.99,6,b\n',
        "Price Size",
        first=(12.5, 3.0, "a"),
        last=(0.99, 6.0, "b"),
        notes=("$ in Price",),
    ),
    shape(
        "Excel, English: errors in the cells",
        "a,b,class\n1.5,#N/A,a\n2.5,3,b\n#DIV/0!,4,a\n4.5,#N/A,b\n5.5,6,a\n6.5,#VALUE!,b\n",
        "a b",
        first=(1.5, None, "a"),
        last=(6.5, None, "b"),
        rows=6,
        notes=("#N/A",),
    ),
    shape(
        "Excel, English: empty columns and lines at the end",
        "a,b,class,,\n1,2,a,,\n3,4,b,,\n5,6,a,,\n7,8,b,,\n",
        "a b",
        first=(1.0, 2.0, "a"),
        last=(7.0, 8.0, "b"),
        notes=("without any value",),
        newline="\r\n",
    ),
    shape(
        "Excel, English: lines of separators at the end",
        "a,b,class\n1,2,a\n3,4,b\n5,6,a\n7,8,b\n,,\n,,\n",
        "a b",
        first=(1.0, 2.0, "a"),
        last=(None, None, None),
        rows=6,
        notes=("Dropped 2 of 6 rows without a class",),
    ),
    shape(
        "Excel, English: a title above the table",
        "Measurements of June\n\na,b,class\n1,2,a\n3,4,b\n5,6,a\n7,8,b\n",
        refused="line 1 looks like a title; remove it",
    ),
    shape(
        "Excel, English: a title that is padded with separators",
        "Measurements of June,,\na,b,class\n1,2,a\n3,4,b\n5,6,a\n7,8,b\n",
        refused="line 1 looks like a title; remove it",
    ),
    shape(
        "Excel, English: a total below the table",
        "name,b,c,class\nx,2,1,a\ny,4,2,b\nz,6,3,a\nw,8,4,b\nTotal,20,10,\n",
        "b c",
        first=(2.0, 1.0, "a"),
        last=(20.0, 10.0, None),
        rows=5,
        notes=("Dropped 1 of 5 rows without a class",),
    ),
    shape(
        "Excel, English: a note below the table",
        "a,b,class\n1,2,a\n3,4,b\n5,6,a\n7,8,b\nSource: own measurements\n",
        refused="Line 6 has 1 field where 3 are expected",
    ),
    shape(
        "Excel, English: units below the names",
        "length,weight,class\ncm,kg,\n1.5,2,a\n3.5,4,b\n5.5,6,a\n7.5,8,b\n",
        "length weight",
        first=(1.5, 2.0, "a"),
        last=(7.5, 8.0, "b"),
        notes=("line 2",),
    ),
    shape(
        "Excel, English: dates",
        "day,a,class\n2024-01-31,1.5,a\n2024-02-29,2.5,b\n2024-03-31,3.5,a\n2024-04-30,4.5,b\n",
        "a",
        first=(1.5, "a"),
        last=(4.5, "b"),
        notes=("Read 1 column as dates: day (year-month-day)",),
    ),
    shape(
        "Excel: a line that asks for the separator",
        "sep=;\nBody mass;Body height;class\n5.5;3;a\n4.5;2;b\n5.5;3;a\n4.5;2;b\n",
        "Body mass|Body height",
        first=(5.5, 3.0, "a"),
        last=(4.5, 2.0, "b"),
        newline="\r\n",
    ),
    shape(
        "Excel, English: accounting, a dash for nothing",
        'Income,Cost,class\n"1,200.50",-,a\n900.25,3.5,b\n-,4.5,a\n"2,100.75",5.5,b\n',
        "Income Cost",
        first=(1200.5, None, "a"),
        last=(2100.75, 5.5, "b"),
        notes=("- as missing",),
    ),
)

GERMAN = (
    shape(
        "Excel, German: semicolons and decimal commas",
        "Länge;Breite;Gruppe\n5,1;3,5;a\n4,9;3;b\n6,25;2,75;a\n7;3,2;b\n",
        "Länge Breite",
        first=(5.1, 3.5, "a"),
        last=(7.0, 3.2, "b"),
        target="Gruppe",
        notes=("decimal comma: 5,1 as 5.1", "Windows-1252"),
        encoding="cp1252",
        newline="\r\n",
    ),
    shape(
        "Excel, German: two columns",
        "Länge;Gruppe\n" + "1,50;a\n2,25;b\n" * 3,
        "Länge",
        first=(1.5, "a"),
        last=(2.25, "b"),
        rows=6,
        target="Gruppe",
        notes=("decimal comma",),
    ),
    shape(
        "Excel, German: points between thousands in one column, commas in another",
        "Preis;Menge;Gruppe\n5,37;1.250;a\n4,10;2.000;b\n3,99;980;a\n12,50;10.400;b\n",
        "Preis Menge",
        first=(5.37, 1250.0, "a"),
        last=(12.5, 10400.0, "b"),
        target="Gruppe",
        notes=("decimal comma", "point between thousands in Menge: 1.250 as 1250"),
    ),
    shape(
        "Excel, German: points between thousands and decimal commas in the same cell",
        "Umsatz;Anzahl;Gruppe\n1.234,50;4;a\n2.000,00;3;b\n950,25;5;a\n1.012.345,75;2;b\n",
        "Umsatz Anzahl",
        first=(1234.5, 4.0, "a"),
        last=(1012345.75, 2.0, "b"),
        target="Gruppe",
        notes=("point between thousands",),
    ),
    shape(
        "Excel, German: percent signs",
        "Anteil;Größe;Gruppe\n12,5 %;3;a\n40,0 %;4;b\n7,3 %;5;a\n0,0 %;6;b\n",
        "Anteil Größe",
        first=(12.5, 3.0, "a"),
        last=(0.0, 6.0, "b"),
        target="Gruppe",
        notes=("% in Anteil",),
    ),
    shape(
        "Excel, German: euros",
        "Preis;Größe;Gruppe\n12,50 €;3;a\n1.040,00 €;4;b\n7,25 €;5;a\n0,99 €;6;b\n",
        "Preis Größe",
        first=(12.5, 3.0, "a"),
        last=(0.99, 6.0, "b"),
        target="Gruppe",
        notes=("€ in Preis",),
    ),
    shape(
        "Excel, German: errors in the cells",
        "x;y;Gruppe\n1,5;#NV;a\n2,5;3;b\n#DIV/0!;4;a\n4,5;#WERT!;b\n5,5;6;a\n6,5;7;b\n",
        "x y",
        first=(1.5, None, "a"),
        last=(6.5, 7.0, "b"),
        rows=6,
        target="Gruppe",
        notes=("#NV",),
    ),
    shape(
        "Excel, German: k. A. for what is not known",
        "Alter;Gewicht;Gruppe\n31;70,5;a\nk. A.;80,5;b\n45;k. A.;a\n52;90,5;b\n28;61,5;a\n39;77,5;b\n",
        "Alter Gewicht",
        first=(31.0, 70.5, "a"),
        last=(39.0, 77.5, "b"),
        rows=6,
        target="Gruppe",
        notes=("k. A. as missing",),
    ),
    shape(
        "Excel, German: dates with points",
        "Datum;Wert;Gruppe\n31.01.2024;1,5;a\n29.02.2024;2,5;b\n31.03.2024;3,5;a\n30.04.2024;4,5;b\n",
        "Wert",
        first=(1.5, "a"),
        last=(4.5, "b"),
        target="Gruppe",
        notes=("decimal comma: 1,5 as 1.5",),
    ),
    shape(
        "Excel, German: units in the cells",
        "body weight;body height;class\n5 kg;3 cm;A\n6 kg;4 cm;B\n7 kg;2 cm;A\n8 kg;5 cm;B\n",
        "body weight|body height",
        first=(5.0, 3.0, "A"),
        last=(8.0, 5.0, "B"),
        classes="A B",
        notes=("kg in body weight: 5 kg as 5", "cm in body height: 3 cm as 3"),
    ),
    shape(
        "Excel, German: one column came from elsewhere, with points",
        "Preis;Rabatt;Gruppe\n5,37;0.5;a\n4,10;0.25;b\n3,99;0;a\n12,50;0.125;b\n",
        "Preis Rabatt",
        first=(5.37, 0.5, "a"),
        last=(12.5, 0.125, "b"),
        target="Gruppe",
        notes=("decimal comma in Preis: 5,37 as 5.37",),
    ),
    shape(
        "LibreOffice, German: every text in quotes",
        '"Länge";"Farbe";"Gruppe"\n1,5;"rot; hell";"a"\n2,5;"blau";"b"\n3,5;"rot";"a"\n4,5;"blau";"b"\n',
        "Länge",
        first=(1.5, "a"),
        last=(4.5, "b"),
        target="Gruppe",
        notes=("decimal comma", "Read 1 column as categories: Farbe (3 values)"),
    ),
    shape(
        "LibreOffice, German: commas, and decimal commas in quotes",
        'Länge,Breite,Gruppe\n"1,5","2,25",a\n"2,5",3,b\n"3,5","4,75",a\n"4,5",5,b\n',
        "Länge Breite",
        first=(1.5, 2.25, "a"),
        last=(4.5, 5.0, "b"),
        target="Gruppe",
        notes=("decimal comma",),
    ),
    shape(
        "Excel, Swiss: apostrophes between thousands",
        "Lohn;Alter;Gruppe\n4'500.50;31;a\n12'350.75;45;b\n980.00;28;a\n6'000.25;52;b\n",
        "Lohn Alter",
        first=(4500.5, 31.0, "a"),
        last=(6000.25, 52.0, "b"),
        target="Gruppe",
        notes=("between thousands in Lohn: 4'500.50 as 4500.50",),
    ),
)

FRENCH = (
    shape(
        "Excel, French: semicolons, decimal commas, accents, the class first",
        "Classe;Âge;Hauteur\na;3;1,75\nb;4;2,5\na;5;3,25\nb;6;4\n",
        "Âge Hauteur",
        first=(3.0, 1.75, "a"),
        last=(6.0, 4.0, "b"),
        target="Classe",
        notes=("decimal comma", "Windows-1252"),
        encoding="cp1252",
    ),
    shape(
        "Excel, French: narrow non-breaking spaces between thousands",
        "prix;taille;classe\n1\u202f234,50;4;a\n2\u202f000,00;3;b\n950,25;5;a\n12\u202f345,75;2;b\n",
        "prix taille",
        first=(1234.5, 4.0, "a"),
        last=(12345.75, 2.0, "b"),
        target="classe",
        notes=("space between thousands",),
    ),
    shape(
        "Excel, French: non-breaking spaces between whole thousands",
        "habitants;taille;classe\n1\xa0234;4,5;a\n2\xa0000;3,5;b\n950;5,5;a\n12\xa0345;2,5;b\n",
        "habitants taille",
        first=(1234.0, 4.5, "a"),
        last=(12345.0, 2.5, "b"),
        target="classe",
        notes=("space between thousands in habitants",),
    ),
    shape(
        "LibreOffice, French: tabs and a percent sign after a non-breaking space",
        "part du vote\ttaille\tclasse\n12,5\xa0%\t3\ta\n40,25\xa0%\t4\tb\n7,5\xa0%\t5\ta\n1,5\xa0%\t6\tb\n",
        "part du vote|taille",
        first=(12.5, 3.0, "a"),
        last=(1.5, 6.0, "b"),
        target="classe",
        notes=("% in part du vote",),
    ),
    shape(
        "Excel, French: errors in the cells, and n.d. for what is not known",
        "x;y;classe\n1,5;#VALEUR!;a\n2,5;3;b\n#N/A;4;a\n4,5;n.d.;b\n5,5;6;a\n6,5;7;b\n",
        "x y",
        first=(1.5, None, "a"),
        last=(6.5, 7.0, "b"),
        rows=6,
        target="classe",
        notes=("#VALEUR!", "n.d."),
    ),
)

SPREADSHEETS = (*ENGLISH, *GERMAN, *FRENCH)
