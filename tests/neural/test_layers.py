"""Layers: padding changes nothing, attention sums are sums, and their gradients are right."""

import torch
from torch import nn

from symbolic_rc.neural.layers import Bidirectional, attention_sum, masked_softmax, padding_mask, reverse_rows


def test_rows_are_turned_round_within_their_lengths():
    rows = torch.arange(8.0).view(2, 4, 1)
    found = reverse_rows(rows, torch.tensor([4, 2]))[:, :, 0]
    assert found.tolist() == [[3, 2, 1, 0], [5, 4, 6, 7]]


def test_both_directions_are_those_of_pytorch_with_packed_rows():
    torch.manual_seed(1)
    ours, theirs = Bidirectional(3, 4), nn.LSTM(3, 4, batch_first=True, bidirectional=True)
    own = {f"{name}_reverse": value for name, value in ours.back.state_dict().items()}
    theirs.load_state_dict({**ours.onward.state_dict(), **own})
    rows, lengths = torch.randn(3, 6, 3), torch.tensor([6, 4, 1])
    states, last = ours(rows, lengths)
    packed = nn.utils.rnn.pack_padded_sequence(rows, lengths, batch_first=True)
    found, (ends, _) = theirs(packed)
    expected, _ = nn.utils.rnn.pad_packed_sequence(found, batch_first=True)
    torch.testing.assert_close(states, expected)
    torch.testing.assert_close(last, torch.cat([ends[0], ends[1]], dim=1))


def test_padding_changes_no_state():
    torch.manual_seed(2)
    layer, rows, lengths = Bidirectional(3, 4), torch.randn(2, 5, 3), torch.tensor([5, 3])
    states, last = layer(rows, lengths)
    wider, same = layer(torch.cat([rows, torch.randn(2, 3, 3)], dim=1), lengths)
    torch.testing.assert_close(wider[:, :5], states)
    torch.testing.assert_close(same, last)
    assert not wider[:, 5:].any()


def test_attention_never_goes_to_padding():
    mask = padding_mask(torch.tensor([2, 3]), 3)
    weights = masked_softmax(torch.tensor([[1.0, 1.0, 99.0], [0.0, 0.0, 0.0]]), mask)
    torch.testing.assert_close(weights, torch.tensor([[0.5, 0.5, 0.0], [1 / 3, 1 / 3, 1 / 3]]))


def test_an_entity_gets_the_attention_of_all_its_mentions():
    logits = torch.log(torch.tensor([[0.1, 0.2, 0.3, 0.4]]))
    groups = torch.tensor([[0, 1, 0, 2]])  # 2: no entity
    found = attention_sum(logits, torch.ones(1, 4, dtype=torch.bool), groups, 2)
    torch.testing.assert_close(found.exp(), torch.tensor([[0.4, 0.2]]))


def test_the_gradient_of_attention_sums_is_that_of_finite_differences():
    torch.manual_seed(3)
    logits = torch.randn(2, 5, dtype=torch.float64, requires_grad=True)
    mask = padding_mask(torch.tensor([5, 3]), 5)
    groups = torch.tensor([[0, 1, 0, 2, 1], [1, 0, 1, 2, 2]])
    assert torch.autograd.gradcheck(lambda x: attention_sum(x, mask, groups, 2), (logits,))
