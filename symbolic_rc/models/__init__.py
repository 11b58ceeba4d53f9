"""The learners that every trained part shares.

`kernels`
    Feature hashing and weight tables: one that grows while it is trained, one that is frozen.
`linear`
    Linear models over hashed features: averaged perceptron, pruning, quantisation, storage.
`boosting`, `trees`
    Gradient boosting over lists of candidates, and the trees that it grows.
`estimators`
    Both learners behind scikit-learn's interface.

From features to a shipped model see `linear.train_classifier`. Loops that cannot build all rows first (a
tagger, a parser) call `kernels` directly.
"""
