"""One way to open a model: a single thread, so that results do not depend on the machine's load or cores."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def session(model: Path | bytes) -> Any:
    """An onnxruntime session on the CPU with one intra-op and one inter-op thread, of a file or its content."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # The arena keeps a block for every shape it has met; speech has a new shape each time, and it only grows.
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(
        model if isinstance(model, bytes) else str(model), options, providers=["CPUExecutionProvider"]
    )
