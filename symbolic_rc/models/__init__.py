"""The learners that every trained part shares.

`kernels`
    Feature hashing and weight tables: one that grows while it is trained, one that is frozen.
`linear`
    Linear models over hashed features: averaged perceptron, pruning, quantisation, storage.
`boosting`, `trees`
    Gradient boosting over lists of candidates, and the trees that it grows.
`estimators`
    Both learners behind scikit-learn's interface.

From features to a shipped model::

    rows = Rows.of([["head=mill", "path=nsubj"], ["head=wheel"]])       # names, hashed to 32 bits
    model = train_classifier(rows, labels, classes=("ARG0", "ARG1"))
    model.scores(rows)                                                  # float32, (rows, classes)
    write_container(path, about, model.arrays())                        # LinearModel.of(read_container(path))

Loops that cannot build all rows first (a tagger, a parser) call `kernels` directly.
"""
