import { type DenialReason, denialReasons } from "#app/features/access/access.ts";
import { nextStepFor } from "#app/features/access/requests/own-access.ts";
import type { BlueprintMode } from "#app/features/wizard/blueprint.ts";
import type { DraftTransport } from "#app/features/wizard/drafts/draft-session.ts";
import { outlivingPage } from "#app/lib/browsers/outliving-request.ts";
import type { blueprintEndpoints } from "#app/routes/api/blueprint/blueprint.server.ts";
import { type ApiError, client } from "../api-client.ts";

const call = client<typeof blueprintEndpoints>();

/** Sends drafts to the server. Closing the tab does not cancel a save. */
export const draftTransport = (mode: BlueprintMode): DraftTransport => ({
  async start() {
    const answer = await call("POST /blueprints", { mode });
    if (answer.ok) return { kind: "started", id: answer.value.id, version: answer.value.version };
    return failed(answer.status, answer.error);
  },
  async save(id, version, patch) {
    const request = { version, ...patch };
    const answer = await call("PUT /blueprints/{id}", { id, ...request }, outlivingPage(request));
    if (answer.ok) return { kind: "saved", version: answer.value.version };
    if (answer.status !== 409) return failed(answer.status, answer.error);
    const current = await call("GET /blueprints/{id}", { id });
    return current.ok ? { kind: "stale", current: current.value } : failed(current.status, current.error);
  },
});

/** Busy and unreachable are temporary; other errors need the user. */
function failed(
  status: number,
  { code, message }: ApiError,
): { kind: "unreachable" } | { kind: "refused"; message: string; help?: { href: string; label: string } } {
  if (status === 0 || status === 429 || status >= 500) return { kind: "unreachable" };
  const here = encodeURIComponent(window.location.pathname + window.location.search);
  if (status === 401) return { kind: "refused", message, help: { href: `/auth?next=${here}`, label: "Sign in again" } };
  if (status === 403) return { kind: "refused", message, help: nextStepFor(denialOf(code)) };
  return { kind: "refused", message };
}

const denialOf = (code: string): DenialReason => denialReasons.find((reason) => reason === code) ?? "no_grant";
