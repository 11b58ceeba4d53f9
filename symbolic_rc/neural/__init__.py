"""The papers' neural readers, trained on the user's data, as rivals of the engine (extra: ``neural``).

Nothing else imports this package but, by name, the registry of readers, and the command line, each only when
a user asks for a neural reader. Importing it loads no PyTorch; modules of layers, readers and training do.
"""
