"""Runs the reference on many inputs at once: a JSON list of {input, draws} on stdin, a JSON list of outputs on stdout.

The reference itself knows neither tools without a category nor a visitor's own assumptions. Both are put in place here,
the second by setting the reference's own constants for the one case."""
import json
import sys

import roi_reference as reference

STANDARD = (reference.WEEKS, reference.ADOPT, reference.CAPTURE)


def run(case):
    model_input = case["input"]
    for tool in model_input["stack"]:
        tool.setdefault("category", tool["id"])
    own = model_input.get("assumptions", {})
    weeks = own.get("weeks", STANDARD[0])
    reference.WEEKS = sum(weeks) / 3 if isinstance(weeks, list) else weeks
    reference.ADOPT = tuple(own.get("adoption", STANDARD[1]))
    reference.CAPTURE = tuple(own.get("capture", STANDARD[2]))
    reference.MEAN_CHAIN = (
        reference.tri_mean(reference.ADOPT) * reference.tri_mean(reference.CAPTURE) * reference.tri_mean(reference.REPORT)
    )
    return reference.analyse(model_input, n=case["draws"])


json.dump([run(case) for case in json.load(sys.stdin)], sys.stdout)
