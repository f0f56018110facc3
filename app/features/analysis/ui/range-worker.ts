import { analyse } from "#app/features/roi/analysis.ts";
import type { Range } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";

/*
 * The ten thousand draws of a what-if, outside the thread that draws the page. Loaded as a worker from the site itself, which
 * is all that the content security policy allows.
 */

export interface RangeOrder {
  id: number;
  input: ModelInput;
}
export interface RangeReply {
  id: number;
  range: Range;
}

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<RangeOrder>) => void;
  postMessage: (reply: RangeReply) => void;
};
port.onmessage = ({ data: { id, input } }) => port.postMessage({ id, range: analyse(input).range });
