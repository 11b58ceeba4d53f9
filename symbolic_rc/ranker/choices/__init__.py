"""Answer choices: how well each fits a story."""
