import { listDeliveries } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { replayRange } from "#app/features/webhooks/deliveries/replaying.server.ts";
import { addEndpoint, resumeEndpoint } from "#app/features/webhooks/endpoints/endpoint-commands.server.ts";
import { listEndpoints } from "#app/features/webhooks/endpoints/endpoints.server.ts";
import { EndpointInput, webhookRefusalText } from "#app/features/webhooks/webhooks.ts";
import { counted } from "#app/lib/numbers.ts";
import { done, failure, Misuse, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

const notAllowed = failure("not_admin", "Only the operator can do that.");
const unknown = failure("not_found", "There is no webhook endpoint with that id.");

export const add = (url: string, options: { events: string; description: string }): Promise<Outcome> => {
  const events = options.events.split(",").map((event) => event.trim());
  const input = EndpointInput.safeParse({ url, events, description: options.description });
  if (!input.success) throw new Misuse(input.error.issues[0]!.message);
  return atWork(async ({ ctx }) => {
    const added = await addEndpoint(ctx, input.data);
    if (added.ok) return done(added.value, added.value.secret, `Sends ${events.join(", ")} to ${url}.`);
    const { kind } = added.reason;
    if (kind === "not_admin" || kind === "fresh_code_required") return notAllowed;
    return failure(kind, webhookRefusalText[kind]);
  });
};

export const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const endpoints = await listEndpoints(ctx);
    if (!endpoints.ok) return notAllowed;
    const lines = endpoints.value.map(
      ({ id, status, events, url }) => `${id}  ${status.padEnd(8)}  ${events.join(",")}  ${url}`,
    );
    return { data: endpoints.value, lines: lines.length > 0 ? lines : ["No webhook endpoints yet."] };
  });

export const resume = (endpointId: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const endpoints = await listEndpoints(ctx);
    if (!endpoints.ok) return notAllowed;
    const endpoint = endpoints.value.find(({ id }) => id === endpointId);
    if (!endpoint) return unknown;
    const resumed = await resumeEndpoint(ctx, { endpointId, version: endpoint.version });
    if (resumed.ok) return done(resumed.value, `Sending to ${endpoint.url} again.`);
    if (resumed.reason.kind === "not_admin") return notAllowed;
    return resumed.reason.kind === "not_found" ? unknown : failure("stale", "Someone changed the endpoint. Try again.");
  });

export const deliveries = (endpointId: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const endpoints = await listEndpoints(ctx);
    if (!endpoints.ok) return notAllowed;
    if (!endpoints.value.some(({ id }) => id === endpointId)) return unknown;
    const filter = { endpointId, event: null, status: null, after: null, before: null };
    const page = await listDeliveries(ctx, { ...filter, size: maxListed });
    if (!page.ok) return notAllowed;
    const data = page.value.rows.map(({ eventId, type, attempts, status, nextAttemptAt, kind, createdAt }) => ({
      ...{ eventId, type, attempts, status, nextAttemptAt, kind, createdAt },
    }));
    const lines = data.map(
      ({ eventId, type, attempts, status, createdAt }) =>
        `${createdAt.toISOString()}  ${status.padEnd(9)}  ${attempts}  ${type}  ${eventId}`,
    );
    return { data, lines: lines.length > 0 ? lines : ["No deliveries yet."] };
  });

const maxListed = 1000;

export const replay = (endpointId: string, options: { since: string }): Promise<Outcome> => {
  const since = new Date(options.since);
  if (Number.isNaN(since.getTime()))
    throw new Misuse("--since takes an ISO 8601 instant, such as 2026-03-02T15:00:00Z.");
  return atWork(async ({ ctx }) => {
    const replayed = await replayRange(ctx, { endpointId, since, until: null, only: "all" });
    if (replayed.ok) return done(replayed.value, `${counted(replayed.value.queued, "event")} queued.`);
    const { kind } = replayed.reason;
    if (kind === "not_admin") return notAllowed;
    return kind === "not_found" ? unknown : failure(kind, webhookRefusalText[kind]);
  });
};
