"""What a store keeps, in an order that does not depend on who wrote it."""


def scores(store):
    columns = [
        "dataset",
        "relation",
        "params",
        "k",
        "fold",
        "balanced_accuracy",
        "accuracy",
        "macro_f1",
        "reason",
    ]
    frame = store.frame()[columns].sort_values(columns[:5])
    return frame.reset_index(drop=True)
