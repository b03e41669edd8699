"""Compare relations over data sets.

Which relation is better, and is the difference real? The results of the whole experiment come with the
package, so forty data sets take no time.
"""

# %%
# Seven relations on the paper's 40 data sets, k = 3: a table of balanced accuracies, each the mean of ten
# folds.
from frnn_core import RELATIONS, Plan, Setting, compare, dataset_names, score_table

keys = ("man", "euc", "che", "can", "cos", "pcc", "mah")
table = score_table(Plan(dataset_names(), tuple(Setting.of(key) for key in keys), ks=(3,)))
print(table.frame().head(4).round(3).to_string())

# %%
# Friedman's test says whether there is any difference, the pairs where it lies. Blanks are told, not
# hidden: where a covariance has no inverse, Mahalanobis does not exist.
result = compare(table.frame(), reasons=table.reasons(), test="conover", correction="holm")
print(result.text())

# %%
# The critical-difference diagram: mean ranks, best at the left; bars join what no test tells apart.
from frnn_core.figures import Look, critical_difference

names = {key: RELATIONS[key].label for key in keys}
families = {key: RELATIONS[key].family for key in keys}
figure = critical_difference(result, look=Look(names=names, families=families))
