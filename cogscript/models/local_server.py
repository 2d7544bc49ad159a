"""The child process of the local model: a llama.cpp server on the loopback, until its parent goes.

It is a process of its own because llama.cpp ends the process it is in when it fails, and writes to its
standard error whatever one asks of it. Its parent's end of the pipe is its lifeline: when the parent ends,
in whatever way, standard input ends, and so does this. Run as a file, it imports nothing of ours.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    weights, context, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    key = sys.stdin.readline().strip()  # not an argument: everyone may read those

    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = weights
    parameters.model_alias = {"local"}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0  # any free one
    parameters.api_keys = [key]
    parameters.n_ctx = context
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    # The same question gets the same answer: no chance, and nothing remembered from earlier questions.
    parameters.sampling.temp = 0.0
    parameters.sampling.seed = 1
    parameters.cache_prompt = False
    parameters.sampling.penalty_repeat = 1.1  # without it a model this small copies the page over and over
    parameters.ui = False
    parameters.offline = True
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)  # no orderly shutdown that could hang: it holds nothing worth keeping


if __name__ == "__main__":
    main()
