"""Runs the references on many inputs at once: a JSON list of {input, draws, model} on stdin, a JSON list of outputs on stdout.

Neither reference knows three points for weeks: they count by their mean. The reference of 1.0 knows neither tools without a
category nor a visitor's own assumptions; both are put in place here, the second by setting its constants for the one case."""
import json
import sys

import roi_reference
import roi_reference_1_0 as reference_1_0

STANDARD = (reference_1_0.WEEKS, reference_1_0.ADOPT, reference_1_0.CAPTURE)


def run_1_0(model_input, own, draws):
    for tool in model_input["stack"]:
        tool.setdefault("category", tool["id"])
    reference_1_0.WEEKS = own.get("weeks", STANDARD[0])
    reference_1_0.ADOPT = tuple(own.get("adoption", STANDARD[1]))
    reference_1_0.CAPTURE = tuple(own.get("capture", STANDARD[2]))
    means = [reference_1_0.tri_mean(t) for t in (reference_1_0.ADOPT, reference_1_0.CAPTURE, reference_1_0.REPORT)]
    reference_1_0.MEAN_CHAIN = means[0] * means[1] * means[2]
    return reference_1_0.analyse(model_input, n=draws)


def run(case):
    model_input = case["input"]
    own = model_input.get("assumptions", {})
    if isinstance(own.get("weeks"), list):
        own["weeks"] = sum(own["weeks"]) / 3
    if case["model"] == "1.0":
        return run_1_0(model_input, own, case["draws"])
    return roi_reference.analyse(model_input, n=case["draws"])


json.dump([run(case) for case in json.load(sys.stdin)], sys.stdout)
