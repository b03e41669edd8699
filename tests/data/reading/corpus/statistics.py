"""Tables as R, pandas, NumPy and statistics packages write them."""

from __future__ import annotations

from tests.data.reading.corpus.shape import shape

TWELVE = [(n / 4, n * n % 7, "ab"[n % 2]) for n in range(12)]
SHUFFLED = [7, 2, 11, 5, 9, 1, 12, 4, 3, 10, 8, 6]

R = (
    shape(
        "R, write.table: row names, no name above them",
        '"length" "width" "class"\n'
        + "".join(f'"{i}" {x} {y} "{z}"\n' for i, (x, y, z) in enumerate(TWELVE, 1)),
        "length width",
        first=(0.0, 0.0, "a"),
        last=(2.75, 2.0, "b"),
        rows=12,
        notes=("only numbers the rows",),
    ),
    shape(
        "R, write.csv: an empty name above the row names",
        '"","length","width","class"\n'
        + "".join(f'"{i}",{x},{y},"{z}"\n' for i, (x, y, z) in enumerate(TWELVE, 1)),
        "length width",
        first=(0.0, 0.0, "a"),
        last=(2.75, 2.0, "b"),
        rows=12,
        notes=("only numbers the rows",),
    ),
    shape(
        "R, write.csv after sampling: the row names are shuffled",
        '"","length","width","class"\n'
        + "".join(f'"{i}",{x},{y},"{z}"\n' for i, (x, y, z) in zip(SHUFFLED, TWELVE, strict=True)),
        "length width",
        first=(0.0, 0.0, "a"),
        last=(2.75, 2.0, "b"),
        rows=12,
        notes=("only numbers the rows: column 1",),
    ),
    shape(
        "R, write.csv of a subset: four row names with holes",
        '"","length","width","class"\n"3",1.5,2,"a"\n"17",2.5,3,"b"\n"4",3.5,2,"a"\n"120",4.5,1,"b"\n',
        "length width",
        first=(1.5, 2.0, "a"),
        last=(4.5, 1.0, "b"),
        notes=("only numbers the rows: column 1",),
    ),
    shape(
        "R, write.csv2: semicolons and decimal commas",
        '"";"length";"width";"class"\n"1";1,5;2;"a"\n"2";2,5;3;"b"\n"3";3,5;2;"a"\n"4";4,5;1;"b"\n',
        "length width",
        first=(1.5, 2.0, "a"),
        last=(4.5, 1.0, "b"),
        notes=("decimal comma: 1,5 as 1.5", "only numbers the rows"),
    ),
    shape(
        "R, write.csv: names of rows that are texts, NA",
        '"","mpg","cyl","gear"\n"Mazda RX4",21,6,4\n"Datsun 710",NA,4,4\n'
        '"Duster",14.3,8,3\n"Merc",24.4,NA,3\n',
        "mpg cyl",
        first=(21.0, 6.0, "4"),
        last=(24.4, None, "3"),
        target="gear",
        classes="3 4",
    ),
    shape(
        "R: tabs, names with points, TRUE and FALSE as classes",
        "Sepal.Length\tSepal.Width\tflowers\n5.1\t3.5\tTRUE\n4.9\t3\tFALSE\n6.2\t2.8\tTRUE\n7\t3.2\tFALSE\n",
        "Sepal.Length Sepal.Width",
        first=(5.1, 3.5, "TRUE"),
        last=(7.0, 3.2, "FALSE"),
        target="flowers",
        classes="TRUE FALSE",
    ),
    shape(
        "R, print(): columns aligned with spaces",
        "  length width class\n1    1.5     2     a\n2    2.5     3     b\n"
        "3    3.5     2     a\n4   14.5     1     b\n",
        "length width",
        first=(1.5, 2.0, "a"),
        last=(14.5, 1.0, "b"),
        notes=("only numbers the rows",),
    ),
)

PYTHON = (
    shape(
        "pandas, to_csv with its index",
        ",length,width,class\n" + "".join(f"{i},{x},{y},{z}\n" for i, (x, y, z) in enumerate(TWELVE)),
        "length width",
        first=(0.0, 0.0, "a"),
        last=(2.75, 2.0, "b"),
        rows=12,
        notes=("only numbers the rows: column 1",),
    ),
    shape(
        "pandas, to_csv of a shuffled frame",
        ",length,width,class\n"
        + "".join(f"{i},{x},{y},{z}\n" for i, (x, y, z) in zip(SHUFFLED, TWELVE, strict=True)),
        "length width",
        first=(0.0, 0.0, "a"),
        last=(2.75, 2.0, "b"),
        rows=12,
        notes=("only numbers the rows: column 1",),
    ),
    shape(
        "pandas, to_csv twice with its index",
        "Unnamed: 0,length,width,class\n"
        + "".join(f"{i},{x},{y},{z}\n" for i, (x, y, z) in enumerate(TWELVE)),
        "length width",
        first=(0.0, 0.0, "a"),
        last=(2.75, 2.0, "b"),
        rows=12,
        notes=("only numbers the rows: Unnamed: 0",),
    ),
    shape(
        "pandas: numbers of customers, all different",
        "customer_id,age,income,class\n10482,31,20.5,a\n99120,45,31.5,b\n34111,28,18.25,a\n70006,52,40,b\n",
        "customer_id age income",
        first=(10482.0, 31.0, 20.5, "a"),
        last=(70006.0, 52.0, 40.0, "b"),
        notes=("may be an identifier",),
    ),
    shape(
        "pandas: gaps written as nan and as nothing",
        "length,width,class\n1.5,,a\n2.5,3.0,b\nnan,2.0,a\n4.5,1.0,b\n5.5,1.0,a\n",
        "length width",
        first=(1.5, None, "a"),
        last=(5.5, 1.0, "a"),
        rows=5,
        notes=("2 gaps left open, in: length (1), width (1)",),
    ),
    shape(
        "pandas: gaps written as None in a column of whole numbers that became decimals",
        "length,width,target\n1.5,2.0,0\n2.5,None,1\n3.5,2.0,0\n4.5,1.0,1\n",
        "length width",
        first=(1.5, 2.0, "0"),
        last=(4.5, 1.0, "1"),
        target="target",
        classes="0 1",
    ),
    shape(
        "pandas: names of two levels, joined",
        "size mean,size std,label\n1.5,.25,a\n2.5,.5,b\n3.5,.25,a\n4.5,.75,b\n",
        "size mean|size std",
        first=(1.5, 0.25, "a"),
        last=(4.5, 0.75, "b"),
        target="label",
    ),
    shape(
        "NumPy, savetxt: no names, exponents, spaces",
        "1.500e+00 2.000e+00 0.000e+00\n2.500e+00 3.000e+00 1.000e+00\n" * 3,
        "column 1|column 2",
        first=(1.5, 2.0, "0"),
        last=(2.5, 3.0, "1"),
        rows=6,
        target="column 3",
        classes="0 1",
        notes=("no line of column names",),
    ),
    shape(
        "NumPy, savetxt with header=: the names are a comment",
        "# length width class\n1.500e+00 2.000e+00 0.000e+00\n2.500e+00 3.000e+00 1.000e+00\n"
        "1.500e+00 2.000e+00 0.000e+00\n2.500e+00 3.000e+00 1.000e+00\n",
        "length width",
        first=(1.5, 2.0, "0"),
        last=(2.5, 3.0, "1"),
        classes="0 1",
    ),
    shape(
        "a data set of a repository: no names, the class last, question marks",
        "5,1,?,2,b\n3,2,4,1,a\n8,10,7,3,a\n1,1,2,2,b\n",
        "column 1|column 2|column 3|column 4",
        first=(5.0, 1.0, None, 2.0, "b"),
        last=(1.0, 1.0, 2.0, 2.0, "b"),
        target="column 5",
        notes=("no line of column names",),
    ),
    shape(
        "scikit-learn's own files: sizes in the first line are names like any other",
        "length,width,species\n5.1,3.5,0\n4.9,3.0,1\n6.2,2.8,0\n7.0,3.2,1\n",
        "length width",
        first=(5.1, 3.5, "0"),
        last=(7.0, 3.2, "1"),
        target="species",
        classes="0 1",
    ),
)

PACKAGES = (
    shape(
        "SAS: a point for what is missing",
        "age,weight,class\n31,.,a\n.,80.5,b\n45,.,a\n52,90.5,b\n28,.,a\n39,77.5,b\n",
        "age weight",
        first=(31.0, None, "a"),
        last=(39.0, 77.5, "b"),
        rows=6,
        notes=(". as missing",),
    ),
    shape(
        "SPSS: decimal commas without a digit before them, semicolons",
        "id;score;gain;group\n1;,25;1,5;1\n2;-,5;2,5;2\n3;,75;3,5;1\n4;1,25;4,5;2\n",
        "id score gain",
        first=(1.0, 0.25, 1.5, "1"),
        last=(4.0, 1.25, 4.5, "2"),
        target="group",
        classes="1 2",
        notes=("decimal comma", "identifier"),
    ),
    shape(
        "Stata: double quotes round texts only, tabs",
        '"body mass"\t"height"\t"kind"\n1.5\t2\t"a"\n2.5\t3\t"b"\n3.5\t2\t"a"\n4.5\t1\t"b"\n',
        "body mass|height",
        first=(1.5, 2.0, "a"),
        last=(4.5, 1.0, "b"),
        target="kind",
    ),
    shape(
        "a data base: vertical bars, NULL",
        "length | width | class\n1.5 | NULL | a\n2.5 | 3 | b\n3.5 | 2 | a\n4.5 | 1 | b\n",
        "length width",
        first=(1.5, None, "a"),
        last=(4.5, 1.0, "b"),
    ),
    shape(
        "Matlab: codes of classes with zeros before them",
        "x,y,class\n1.5,2,007\n2.5,3,07\n3.5,2,007\n4.5,1,07\n5.5,1,7\n6.5,1,7\n",
        "x y",
        first=(1.5, 2.0, "007"),
        last=(6.5, 1.0, "7"),
        rows=6,
        classes="007 07 7",
    ),
    shape(
        "codes of classes that look like powers of ten",
        "x,y,class\n1.5,2,1E1\n2.5,3,10\n3.5,2,1E1\n4.5,1,10\n",
        "x y",
        first=(1.5, 2.0, "1E1"),
        last=(4.5, 1.0, "10"),
        classes="1E1 10",
    ),
)

STATISTICS = (*R, *PYTHON, *PACKAGES)
