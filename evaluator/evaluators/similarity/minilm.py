"""all-MiniLM-L6-v2 in numpy: the same weights and arithmetic as sentence-transformers, without torch.

A BERT encoder (Devlin et al. 2019) of 6 layers, mean pooling, length 1. Each sentence is encoded alone: the last bits
of a matrix product depend on its size, so that batches would make a score depend on what else is scored.
Importing torch and transformers takes longer than all scoring; equality with them is tested.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open
from tokenizers import Tokenizer

from evaluator.evaluators.similarity.model import needed

Array = NDArray[np.float32]

ROWS_AT_ONCE = 64
ERF_UP = (2.2905065861350646e-4, 3.4082910107109506e-3, 5.0955695062380861e-2, 0.18520832239976145, 1.128379143519084)
ERF_DOWN = (
    -1.1791602954361697e-7,
    2.3547966471313185e-5,
    1.0179625278914885e-3,
    1.4070470171167667e-2,
    0.11098505178285362,
    0.49746925110067538,
    1.0,
)
"""erf(x) = x·up(x²)/down(x²), good to single precision for |x| < 3.83, beyond which it is ±1."""
ERF_END = 3.832506856900711


class MiniLm:
    """The model in `folder`, as sentence-transformers stores it."""

    def __init__(self, folder: Path) -> None:
        self._config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        longest = json.loads((folder / "sentence_bert_config.json").read_text(encoding="utf-8"))["max_seq_length"]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(longest)
        with safe_open(str(folder / "model.safetensors"), "np") as weights:
            names = [name for name in weights.keys() if "position_ids" not in name]  # noqa: SIM118 - no mapping
            self._weights = {name: weights.get_tensor(name) for name in names}
        self._layers = [self._layer(number) for number in range(self._config["num_hidden_layers"])]

    def __call__(self, sentences: Sequence[str]) -> Array:
        """Return the embeddings of the sentences: (sentences, 384), each of length 1."""
        ids = [encoded.ids for encoded in self._tokenizer.encode_batch(list(sentences))]
        found = np.empty((len(ids), self._config["hidden_size"]), np.float32)

        def fill(position: int) -> None:
            found[position] = self._encode(ids[position])

        # One thread per product and several products at once: threads that share a product wait for each other,
        # for a long time on a busy machine, and the last bits would depend on their number.
        with needed("threadpoolctl").threadpool_limits(1), ThreadPoolExecutor(_processors()) as threads:
            list(threads.map(fill, range(len(ids))))
        return found

    def _encode(self, ids: Sequence[int]) -> Array:
        x = self._embedded(ids)
        for layer in self._layers:
            x = layer(x)
        mean = x.mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), np.float32)

    def _embedded(self, ids: Sequence[int]) -> Array:
        w = self._weights
        x = w["embeddings.word_embeddings.weight"][list(ids)]
        x += w["embeddings.position_embeddings.weight"][: len(ids)]
        x += w["embeddings.token_type_embeddings.weight"][0]
        return self._norm(x, "embeddings.LayerNorm")

    def _norm(self, x: Array, name: str) -> Array:
        w = self._weights
        return _norm(x, w[f"{name}.weight"], w[f"{name}.bias"], self._config["layer_norm_eps"])

    def _layer(self, number: int) -> _Layer:
        w = {
            name.removeprefix(prefix): value
            for name, value in self._weights.items()
            if name.startswith(prefix := f"encoder.layer.{number}.")
        }
        return _Layer(w, self._config["num_attention_heads"], self._config["layer_norm_eps"])


class _Layer:
    """One layer of the encoder. `w` are its weights by name."""

    def __init__(self, w: dict[str, Array], heads: int, epsilon: float) -> None:
        own = "attention.self."
        self._qkv = np.concatenate([w[f"{own}{part}.weight"] for part in ("query", "key", "value")]).T
        self._qkv_bias = np.concatenate([w[f"{own}{part}.bias"] for part in ("query", "key", "value")])
        self._w, self._heads, self._epsilon = w, heads, epsilon

    def __call__(self, x: Array) -> Array:
        """Return the output tokens for those of one sentence, (tokens, 384)."""
        qkv = x @ self._qkv
        qkv += self._qkv_bias
        seen = _attention(qkv.reshape(len(x), 3, self._heads, -1)).reshape(x.shape)
        x = self._added(x, seen, "attention.output")
        inner = x @ self._w["intermediate.dense.weight"].T
        inner += self._w["intermediate.dense.bias"]
        return self._added(x, _gelu(inner), "output")

    def _added(self, x: Array, change: Array, name: str) -> Array:
        total: Array = change @ self._w[f"{name}.dense.weight"].T
        total += self._w[f"{name}.dense.bias"]
        total += x
        return _norm(total, self._w[f"{name}.LayerNorm.weight"], self._w[f"{name}.LayerNorm.bias"], self._epsilon)


def _attention(qkv: Array) -> Array:
    """Return (tokens, heads, width) for (tokens, 3, heads, width)."""
    q, k, v = (qkv[:, part].transpose(1, 0, 2) for part in range(3))
    scores = q @ k.transpose(0, 2, 1)
    scores /= np.float32(np.sqrt(q.shape[-1]))
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return np.asarray(scores @ v, np.float32).transpose(1, 0, 2)


def _norm(x: Array, weight: Array, bias: Array, epsilon: float) -> Array:
    x = x - x.mean(axis=1, keepdims=True)
    x /= np.sqrt(np.mean(x * x, axis=1, keepdims=True) + np.float32(epsilon))
    x *= weight
    x += bias
    return x


def _gelu(x: Array) -> Array:
    """Compute x · (1 + erf(x / √2)) / 2 in place, a few rows at a time, so that they stay in the cache."""
    for start in range(0, len(x), ROWS_AT_ONCE):
        rows = x[start : start + ROWS_AT_ONCE]
        z = rows * np.float32(0.5**0.5)
        np.clip(z, -ERF_END, ERF_END, out=z)
        square = z * z
        z *= _polynomial(square, ERF_UP)
        z /= _polynomial(square, ERF_DOWN)
        z += np.float32(1)
        z *= np.float32(0.5)
        rows *= z
    return x


def _polynomial(x: Array, coefficients: Sequence[float]) -> Array:
    value = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value *= x
        value += np.float32(coefficient)
    return value


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
