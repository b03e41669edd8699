"""Scores of your own.

The statistics take any table of data sets and methods: errors or accuracies, blanks included, of whatever
you compare.
"""

# %%
# Read a file, or bytes as here. Separators and decimal commas are found out.
from frnn_core import compare, read_scores

text = b"""data set;SVM;forest;kNN;boosting
abalone;0,241;0,236;0,262;0,233
bands;0,281;0,254;0,301;0,249
cleveland;0,412;0,425;0,448;0,431
dermatology;0,027;0,031;0,052;0,034
ecoli;0,131;0,139;0,148;0,142
glass;0,297;0,218;0,284;0,226
heart;0,158;0,172;0,201;0,187
ionosphere;0,058;0,066;0,137;0,069
pima;0,229;0,238;0,263;0,244
sonar;0,118;0,164;0,149;0,151
vehicle;0,157;0,251;0,289;0,238
yeast;0,402;0,385;0,431;0,401
"""
scores = read_scores(text).frame
result = compare(scores, lower_is_better=True, noun="method", test="wilcoxon")
print(result.text())

# %%
# Every pair by itself, which stays as it is when a method is added; and what a Bayesian model makes of it.
print(result.matrix().text())
print(result.ranking().text())

# %%
# How many data sets would it take to tell two of them apart?
print(result.power("SVM", "forest").text())

from frnn_core.figures import Look, critical_difference

figure = critical_difference(result, look=Look())
