import { bounds } from "#app/features/roi/inputs/bounds.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import type { BlueprintAbout } from "../blueprint.ts";
import { type MergedRow, mergeFields, mergeRows, type Row, type RowDispute, type Side } from "./row-merge.ts";

/* Merges two devices' changes to one draft. A place that both changed is a dispute, which the user decides. */

export type Draft = { inputs: DraftInput; about: BlueprintAbout };

export type Dispute = RowDispute & { part: "about" | "company" | "assumptions" | "tool" | "process" };

export type MergedDraft = Draft & {
  disputes: Dispute[];
  /** The merged lists, with each row's position in `ours`. */
  stack: MergedRow[];
  processes: MergedRow[];
};

/** Merges both drafts. `prefer` decides disputes. If a merged list would be too long, one side's list is used as a whole. */
export function mergeDrafts(base: Draft, ours: Draft, theirs: Draft, prefer: Side): MergedDraft {
  const disputes: Dispute[] = [];
  const record = (part: Dispute["part"], pick: (draft: Draft) => object | undefined): Row => {
    const found: RowDispute[] = [];
    const row = mergeFields(rowOf(pick(base)), rowOf(pick(ours)), rowOf(pick(theirs)), prefer, found);
    disputes.push(...found.map((dispute) => ({ ...dispute, part })));
    return row;
  };
  const list = (part: "tool" | "process", pick: (draft: Draft) => readonly object[] | undefined, most: number) => {
    const [before, our, their] = [base, ours, theirs].map((draft) => (pick(draft) ?? []) as readonly Row[]);
    const { rows, disputes: found } = mergeRows(before!, our!, their!, {
      ...{ nameOf: part === "tool" ? toolName : processName, prefer },
      // Another id is another tool.
      canBeRenamed: part === "process",
    });
    if (rows.length > most) {
      disputes.push({ part, row: {}, field: null, ours: our, theirs: their });
      return prefer === "ours"
        ? our!.map((row, ourIndex) => ({ row, ourIndex }))
        : their!.map((row) => ({ row, ourIndex: null }));
    }
    disputes.push(...found.map((dispute) => ({ ...dispute, part })));
    return rows;
  };
  const about = record("about", (draft) => draft.about);
  const company = record("company", ({ inputs }) => inputs.company);
  const stack = list("tool", ({ inputs }) => inputs.stack, bounds.tools.max);
  const processes = list("process", ({ inputs }) => inputs.processes, bounds.processes.max);
  const assumptions = record("assumptions", ({ inputs }) => inputs.assumptions);
  const isAnswered = (key: "stack" | "processes") => ours.inputs[key] !== undefined || theirs.inputs[key] !== undefined;
  // Every value comes from one of the two drafts, which are both within the bounds.
  const inputs = {
    ...(Object.keys(company).length > 0 && { company }),
    ...(isAnswered("stack") && { stack: stack.map(({ row }) => row) }),
    ...(isAnswered("processes") && { processes: processes.map(({ row }) => row) }),
    ...(Object.keys(assumptions).length > 0 && { assumptions }),
  } as DraftInput;
  return { about: about as unknown as BlueprintAbout, inputs, disputes, stack, processes };
}

const rowOf = (value: object | undefined): Row => (value ?? {}) as Row;

const nameIn = (field: string) => (row: Row) => {
  const name = row[field];
  return typeof name === "string" ? name.trim().toLowerCase() : "";
};
const toolName = nameIn("id");
/** The name that identifies a process; empty without one. */
export const processName = nameIn("name");
