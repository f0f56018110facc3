import type { StepKind } from "#app/features/content/automations/automation-stories.ts";
import type { WorkflowStep } from "#app/features/content/automations/automation-story-schema.ts";
import { toolNamed } from "#app/features/content/tools/tool-names.ts";

/*
 * The text notation of drawings: one step per line, `Tool: what happens there`. A line that starts with `?` is a decision;
 * the text after `-> ` is what happens if the answer is no. The first step is the trigger, the last the outcome.
 *
 *   HubSpot: form arrives
 *   ? Clearbit: more than 50 people? -> newsletter only
 *   Slack: notify the owner
 */

export type DiagramStep = { tool: string; action: string; otherwise: string | null; kind: StepKind };

/** Parses a drawing into steps, or returns the error and its line (from 1). Empty text has no steps. */
export function readDiagram(
  text: string,
): { ok: true; steps: DiagramStep[] } | { ok: false; line: number; fault: string } {
  const lines = text.split("\n").map((line) => line.trim());
  const steps: DiagramStep[] = [];
  for (const [index, raw] of lines.entries()) {
    if (raw === "") continue;
    const decision = raw.startsWith("?");
    const [way, otherwise] = raw.replace(/^\?\s*/, "").split(/\s*->\s*/, 2);
    const colon = (way ?? "").indexOf(":");
    const fault = faultOf({ colon, way: way ?? "", decision, otherwise });
    if (fault) return { ok: false, line: index + 1, fault };
    steps.push({
      tool: way!.slice(0, colon).trim(),
      action: way!.slice(colon + 1).trim(),
      otherwise: decision ? (otherwise ?? "") : null,
      kind: decision ? "decision" : "step",
    });
  }
  if (steps.length === 1) return { ok: false, line: 1, fault: "A diagram needs at least two steps." };
  if (steps.length > 14) return { ok: false, line: lines.length, fault: "Use at most 14 steps: split the diagram." };
  const ends = [0, steps.length - 1].find((place) => steps[place]?.kind === "decision");
  if (ends !== undefined)
    return {
      ok: false,
      line: ends === 0 ? 1 : lines.length,
      fault: "The first and the last step cannot be decisions.",
    };
  return {
    ok: true,
    steps: steps.map((step, place) => ({
      ...step,
      kind: place === 0 ? "trigger" : place === steps.length - 1 ? "outcome" : step.kind,
    })),
  };
}

function faultOf(line: {
  colon: number;
  way: string;
  decision: boolean;
  otherwise: string | undefined;
}): string | null {
  if (line.colon < 1) return "Write “Tool: what happens there”.";
  if (line.way.slice(line.colon + 1).trim() === "") return "Write what happens there, after the colon.";
  if (line.decision && !line.otherwise) return "A decision needs “-> what happens if not”.";
  if (!line.decision && line.otherwise !== undefined) return "Only a decision (“?”) can have an alternative (“->”).";
  if (line.way.length > 120 || (line.otherwise?.length ?? 0) > 80) return "Make the step shorter.";
  return null;
}

/** `toolFor` replaces the tools of the example; null keeps the example's tool. */
export const diagramOf = (
  workflow: readonly WorkflowStep[],
  toolFor: (tool: string) => string | null = () => null,
): string =>
  workflow
    .map(({ tool, action, otherwise }, place, all) => {
      const isDecision = otherwise !== undefined && place > 0 && place < all.length - 1;
      const step = `${stepTool(toolFor(tool)) || toolNamed(tool).name}: ${action}`;
      return isDecision ? `? ${step} -> ${otherwise}` : step;
    })
    .join("\n");

const stepTool = (name: string | null) =>
  (name ?? "")
    .replace(/->|[:?]|\s+/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, 60);
