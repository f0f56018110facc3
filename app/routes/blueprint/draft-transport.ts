import { type ApiError, api, ask } from "../../api-client.ts";
import type { DraftTransport } from "../../features/blueprint/draft-session.ts";

/** How the wizard reaches the server. Requests outlive the page that made them, so a closed tab loses nothing. */
export const draftTransport: DraftTransport = {
  async start() {
    const answer = await ask(api.api.blueprints.$post({ json: { mode: "guided" } }));
    if (answer.ok) return { kind: "started", id: answer.value.id, version: answer.value.version };
    return failed(answer.status, answer.error);
  },
  async save(id, version, patch) {
    const request = { param: { id }, json: { version, ...patch } };
    const answer = await ask(api.api.blueprints[":id"].$put(request, { init: { keepalive: true } }));
    if (answer.ok) return { kind: "saved", version: answer.value.version };
    if (answer.status !== 409) return failed(answer.status, answer.error);
    const current = await ask(api.api.blueprints[":id"].$get({ param: { id } }));
    return current.ok ? { kind: "stale", current: current.value } : failed(current.status, current.error);
  },
};

/** Busy or unreachable passes; everything else needs the person. */
const failed = (
  status: number,
  { message }: ApiError,
): { kind: "unreachable" } | { kind: "refused"; message: string } =>
  status === 0 || status === 429 || status >= 500 ? { kind: "unreachable" } : { kind: "refused", message };
