import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import type { ModelVersion } from "#app/features/roi/inputs/parameters.ts";
import { analyze } from "#app/features/roi/roi.ts";

/* The draws of a what-if, as a worker from the site itself: the only origin that the content security policy allows. */

export interface RangeOrder {
  id: number;
  input: ModelInput;
  model: ModelVersion;
}
export interface RangeReply {
  id: number;
  result: Analysis;
}

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<RangeOrder>) => void;
  postMessage: (reply: RangeReply) => void;
};
port.onmessage = ({ data: { id, input, model } }) => port.postMessage({ id, result: analyze(input, { model }) });
