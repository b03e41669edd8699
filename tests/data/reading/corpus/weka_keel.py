"""ARFF files as Weka writes them and .dat files of KEEL."""

from __future__ import annotations

from tests.data.reading.corpus.shape import shape

WEKA = (
    shape(
        "Weka: a comment, names in quotes, nominal class",
        """
% made for a lecture
@relation 'my flowers'
@attribute 'sepal length' numeric
@attribute width real
@attribute class {a,b}
@data
5.1,3.5,a
4.9,?,b
6.25,2.75,a
7,3.2,b
""",
        "sepal length|width",
        first=(5.1, 3.5, "a"),
        last=(7.0, 3.2, "b"),
    ),
    shape(
        "Weka: sparse rows",
        "@relation s\n@attribute x real\n@attribute y real\n@attribute class {a,b}\n@data\n"
        "{0 1.5}\n{1 2.5, 2 b}\n{}\n{0 3, 1 4, 2 b}\n",
        "x y",
        first=(1.5, 0.0, "a"),
        last=(3.0, 4.0, "b"),
    ),
    shape(
        "Weka: a date is one, and a text is left out",
        "@relation s\n@attribute day date 'yyyy-MM-dd'\n@attribute note string\n@attribute x real\n"
        "@attribute kind {a,b}\n@data\n2024-01-31,'one, two',1.5,a\n2024-02-29,three,2.5,b\n"
        "2024-03-31,?,3.5,a\n2024-04-30,four,4.5,b\n",
        "x",
        first=(1.5, "a"),
        last=(4.5, "b"),
        target="kind",
        notes=(
            "Left out 1 column of texts that are nearly all different: note",
            "as dates: day (year-month-day)",
        ),
    ),
    shape(
        "Weka: none and minus as declared categories",
        "@relation s\n@attribute x real\n@attribute class {none,-}\n@data\n"
        "1.5,none\n2.5,-\n3.5,none\n4.5,-\n",
        "x",
        first=(1.5, "none"),
        last=(4.5, "-"),
        classes="none -",
    ),
    shape(
        "Weka: numbers and a minus as declared classes",
        "@relation s\n@attribute x real\n@attribute class {1,-}\n@data\n1.5,1\n2.5,-\n3.5,1\n4.5,-\n",
        "x",
        first=(1.5, "1"),
        last=(4.5, "-"),
        classes="1 -",
    ),
    shape(
        "Weka on Windows: capitals, spaces, CR LF",
        "@RELATION S\n\n@ATTRIBUTE X   NUMERIC\n@ATTRIBUTE Y   NUMERIC\n@ATTRIBUTE CLASS {a, b}\n\n@DATA\n"
        "1.5, 2, a\n2.5, 3, b\n3.5, 2, a\n4.5, 1, b\n",
        "X Y",
        first=(1.5, 2.0, "a"),
        last=(4.5, 1.0, "b"),
        target="CLASS",
        newline="\r\n",
    ),
)

KEEL = (
    shape(
        "KEEL: inputs, output, ranges",
        "@relation k\n@attribute x real[0.0, 5.0]\n@attribute y integer [0, 9]\n@attribute Class {a, b}\n"
        "@inputs x, y\n@outputs Class\n@data\n1.5, 2, a\n2.5, 3, b\n3.5, 2, a\n4.5, 1, b\n",
        "x y",
        first=(1.5, 2.0, "a"),
        last=(4.5, 1.0, "b"),
        target="Class",
    ),
    shape(
        "KEEL: names that differ by case only, the output is the first",
        "@relation k\n@attribute grade {a, b}\n@attribute Grade real [0, 9]\n@inputs Grade\n@outputs grade\n"
        "@data\na, 1.5\nb, 2.5\na, 3.5\nb, 4.5\n",
        "Grade",
        first=(1.5, "a"),
        last=(4.5, "b"),
        target="grade",
    ),
    shape(
        "KEEL: names that differ by case only, the output is the last",
        "@relation k\n@attribute grade real [0, 9]\n@attribute Grade {a, b}\n@inputs grade\n@outputs Grade\n"
        "@data\n1.5, a\n2.5, b\n3.5, a\n4.5, b\n",
        "grade",
        first=(1.5, "a"),
        last=(4.5, "b"),
        target="Grade",
    ),
    shape(
        "KEEL: an output whose case fits two columns",
        "@relation k\n@attribute grade real [0, 9]\n@attribute Grade {a, b}\n@outputs GRADE\n"
        "@data\n1.5, a\n2.5, b\n3.5, a\n4.5, b\n",
        refused="@outputs names GRADE, which may be grade or Grade",
    ),
    shape(
        "KEEL: gaps as <null>, spaces everywhere",
        "@relation k\n@attribute x real [0, 9]\n@attribute y real [0, 9]\n@attribute kind {a, b}\n"
        "@input x, y\n@output kind\n@data\n 1.5 , <null> , a\n 2.5 , 3 , b\n 3.5 , 2 , a\n 4.5 , 1 , b\n",
        "x y",
        first=(1.5, None, "a"),
        last=(4.5, 1.0, "b"),
        target="kind",
    ),
    shape(
        "KEEL: no inputs and no outputs, a class that is called so",
        "@relation k\n@attribute Class {a, b}\n@attribute x real [0, 9]\n@attribute y real [0, 9]\n@data\n"
        "a, 1.5, 2\nb, 2.5, 3\na, 3.5, 2\nb, 4.5, 1\n",
        "x y",
        first=(1.5, 2.0, "a"),
        last=(4.5, 1.0, "b"),
        target="Class",
    ),
)

WEKA_KEEL = (*WEKA, *KEEL)
