import type { WizardDraft } from "#app/features/wizard/ui/use-draft.ts";
import type { blueprintEndpoints } from "#app/routes/api/blueprint/blueprint.server.ts";
import { client } from "../api-client.ts";

const call = client<typeof blueprintEndpoints>();

/**
 * Saves pending changes and requests the analysis. Resolves to undefined on success, otherwise to a message; `from` is the page
 * that validates its own fields.
 */
export async function generateAnalysis(draft: WizardDraft, from: "processes" | "quick"): Promise<string | undefined> {
  if (!(await draft.flush())) return unsaved(draft);
  const { id } = draft.latest();
  if (id === null) return "Add at least one process: without hours, there is nothing to analyze.";
  const answer = await call("POST /blueprints/{id}/analysis", { id });
  if (answer.ok) return;
  if (answer.status === 0) return offline;
  return from === "processes" && answer.error.fields ? missingElsewhere(answer.error.fields) : answer.error.message;
}

const offline = "You are offline. Everything is kept on this device: generate it when you are online again.";

function unsaved(draft: WizardDraft): string {
  const { status, problem } = draft.latest();
  if (status === "offline") return offline;
  if (status === "conflict")
    return "This blueprint was changed on another device or tab: choose above which values to keep.";
  return problem?.message ?? "Not everything is saved yet. We try again in a moment.";
}

/** This step has been validated, so remaining errors belong to earlier ones. */
function missingElsewhere(fields: Record<string, string>): string {
  const names = Object.keys(fields);
  const steps = [
    names.some((name) => name.startsWith("company")) && "the profile",
    names.some((name) => name.startsWith("stack")) && "the tech stack",
  ].filter(Boolean);
  if (steps.length === 0) return Object.values(fields)[0] ?? "Some answers are still missing.";
  return `Some answers are still missing in ${steps.join(" and ")}: ${Object.values(fields).join(" ")}`;
}
