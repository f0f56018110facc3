import { eq } from "drizzle-orm";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { canChange } from "#app/lib/actor.ts";
import { hourMs } from "#app/lib/durations.ts";
import {
  type NotAdmin,
  type NotFound,
  notAdmin,
  notFound,
  type Refusal,
  refuse,
  type Stale,
  stale,
} from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { checkOutside, type Reach } from "#app/platform/outside/outside-request.server.ts";
import { findSealed, openSealed, sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { webhooksAudit } from "../audit.ts";
import { wakeSender } from "../jobs.server.ts";
import { newSecret } from "../sending/signing.server.ts";
import { webhookEndpoint } from "../tables.server.ts";
import { type EndpointInput, maxEndpoints, rotationHours, type UrlRefusal, urlRefusals } from "../webhooks.ts";
import { areSendable, type CustomHeader } from "./custom-headers.ts";
import { webhookReach } from "./reach.server.ts";
import { areKnown } from "./subscriptions.server.ts";

/*
 * Webhook endpoints: the URLs that events are sent to.
 *
 * Life: active <-> paused; active -> disabled (410, or five days without a success) -> active. Deliveries to a paused
 * endpoint stay pending and are sent when it is resumed; events for a disabled one create no deliveries, a replay sends them.
 *
 * Invariants: the URL is checked when it is saved and again at each attempt; the secret is returned only by the command that
 * creates it and, with a recent code, by `readSecret`; header values are never shown again.
 *
 * Prevents: sending the firm's data to another URL from an unattended session (URL, headers and secrets need a recent code),
 * requests into the private network (platform/outside/outside-request.server.ts), altered requests through custom headers.
 */

type InputRefusal = UrlRefusal | Refusal<"unknown_event" | "bad_header">;
type Seen = { endpointId: string; version: number };

/**
 * Adds an endpoint and returns its secret, which signs each request. For admins with a recent code and the command
 * line. Refusals: those of the URL, unknown_event, bad_header, too_many_endpoints.
 */
export async function addEndpoint(
  ctx: Ctx,
  input: EndpointInput,
  reach: Reach = webhookReach(),
): Promise<
  Result<{ id: string; secret: string }, NotAdmin | FreshCodeRequired | InputRefusal | Refusal<"too_many_endpoints">>
> {
  if (!canChange(ctx.actor, "webhooks")) return notAdmin();
  const problem = await findProblem(input, reach);
  if (problem) return refuse(problem.kind);
  return freshAdminCommand(ctx, "webhooks", async (tx) => {
    const headers = mergeHeaders(input, []);
    if (!headers) return refuse("bad_header");
    if ((await tx.db.$count(webhookEndpoint)) >= maxEndpoints) return refuse("too_many_endpoints");
    const [id, secret] = [newId(), newSecret()];
    const { url, description, events, ratePerMinute } = input;
    await tx.db.insert(webhookEndpoint).values({
      ...{ id, url, description, events, ratePerMinute, createdAt: tx.now, secretCreatedAt: tx.now },
      ...storedHeaders(headers),
      secret: sealText(secret),
    });
    return recorded(
      { action: webhooksAudit.endpointAdded, subject: id, detail: { host: hostOf(url), events: events.join(", ") } },
      { id, secret },
    );
  });
}

/**
 * Changes an endpoint; a header with the value null keeps its stored value. A new URL or other headers need a recent
 * code. For admins. Refusals: those of `addEndpoint`, not_found, stale.
 */
export async function changeEndpoint(
  ctx: Ctx,
  { endpointId, version, ...input }: EndpointInput & Seen,
  reach: Reach = webhookReach(),
): Promise<Result<{ version: number }, NotAdmin | FreshCodeRequired | InputRefusal | NotFound | Stale>> {
  if (!canChange(ctx.actor, "webhooks")) return notAdmin();
  const problem = await findProblem(input, reach);
  if (problem) return refuse(problem.kind);
  const known = await findRow(ctx, endpointId);
  const isSameTarget =
    known?.version === version &&
    known.url === input.url &&
    input.headers.every(({ value }) => value === null) &&
    input.headers.length === known.headerNames.length;
  return (isSameTarget ? adminCommand : freshAdminCommand)(ctx, "webhooks", async (tx) => {
    const row = await findRow(tx, endpointId, { lock: true });
    if (!row) return notFound();
    if (row.version !== version) return stale();
    const storedBefore = JSON.parse(findSealed(row.headers) ?? "[]") as CustomHeader[];
    const headers = mergeHeaders(input, storedBefore);
    if (!headers) return refuse("bad_header");
    const { url, description, events, ratePerMinute } = input;
    await tx.db
      .update(webhookEndpoint)
      .set({
        ...{ url, description, events, ratePerMinute, version: version + 1, pacedUntil: null },
        // Failures of the old URL do not count against the new one.
        ...(url !== row.url && { failingSince: null, lastFailedAt: null }),
        ...storedHeaders(headers),
      })
      .where(eq(webhookEndpoint.id, row.id));
    return recorded(
      {
        action: webhooksAudit.endpointChanged,
        subject: row.id,
        detail: {
          host: hostOf(url),
          changes: changedValues(
            loggedColumns(row, storedBefore),
            loggedColumns({ url, description, events, ratePerMinute }, headers),
            { withoutValues: ["path", "headers"] },
          ),
        },
      },
      { version: version + 1 },
    );
  });
}

/** Paths and header values can contain secrets. */
const loggedColumns = (
  {
    url,
    description,
    events,
    ratePerMinute,
  }: Pick<typeof webhookEndpoint.$inferSelect, "url" | "description" | "events" | "ratePerMinute">,
  headers: readonly CustomHeader[],
) => ({
  ...{ host: hostOf(url), path: url, description, events, ratePerMinute },
  headers: headers.map(({ name, value }) => `${name}: ${value}`).join("\n"),
});

/** Stops sending; deliveries stay pending. Idempotent. For admins. Refusals: not_found, stale. */
export const pauseEndpoint = (ctx: Ctx, seen: Seen): Promise<Changed> => setStatus(ctx, seen, "paused");

/** Resumes sending and enables a disabled endpoint. Idempotent. For admins. Refusals: not_found, stale. */
export const resumeEndpoint = (ctx: Ctx, seen: Seen): Promise<Changed> => setStatus(ctx, seen, "active");

type Changed = Result<{ version: number }, NotAdmin | NotFound | Stale>;

function setStatus(ctx: Ctx, { endpointId, version }: Seen, status: "active" | "paused"): Promise<Changed> {
  return adminCommand(ctx, "webhooks", async (tx) => {
    const row = await findRow(tx, endpointId, { lock: true });
    if (!row) return notFound();
    if (row.version !== version) return stale();
    if (row.status === status) return unrecorded({ version });
    const fresh = { failingSince: null, lastFailedAt: null, pacedUntil: null };
    await tx.db
      .update(webhookEndpoint)
      .set({ ...fresh, status, disabledAt: null, disabledReason: null, version: version + 1 })
      .where(eq(webhookEndpoint.id, row.id));
    if (status === "active") await wakeSender(tx);
    const action = status === "active" ? webhooksAudit.endpointResumed : webhooksAudit.endpointPaused;
    return recorded({ action, subject: row.id }, { version: version + 1 });
  });
}

/** Deletes an endpoint with its deliveries. For admins. Refusals: not_found, stale. */
export function deleteEndpoint(
  ctx: Ctx,
  { endpointId, version }: { endpointId: string; version?: number | undefined },
): Promise<Result<undefined, NotAdmin | NotFound | Stale>> {
  return adminCommand(ctx, "webhooks", async (tx) => {
    const row = await findRow(tx, endpointId, { lock: true });
    if (!row) return notFound();
    if (version !== undefined && row.version !== version) return stale();
    await tx.db.delete(webhookEndpoint).where(eq(webhookEndpoint.id, row.id));
    return recorded({ action: webhooksAudit.endpointDeleted, subject: row.id, detail: { host: hostOf(row.url) } });
  });
}

/**
 * Replaces the secret. The old one also signs for `rotationHours`, so that the receiver can switch at any time until
 * then. For admins with a recent code. Refusals: not_found, stale.
 */
export function rotateSecret(
  ctx: Ctx,
  { endpointId, version }: Seen,
): Promise<
  Result<{ secret: string; previousUntil: Date; version: number }, NotAdmin | FreshCodeRequired | NotFound | Stale>
> {
  return freshAdminCommand(ctx, "webhooks", async (tx) => {
    const row = await findRow(tx, endpointId, { lock: true });
    if (!row) return notFound();
    if (row.version !== version) return stale();
    const secret = newSecret();
    // A secret that was encrypted with another SECRET cannot sign any more.
    const signs = findSealed(row.secret) !== null;
    const previousUntil = signs ? new Date(tx.now.getTime() + rotationHours * hourMs) : tx.now;
    await tx.db
      .update(webhookEndpoint)
      .set({
        ...{ secret: sealText(secret), secretCreatedAt: tx.now, version: version + 1 },
        ...{ previousSecret: signs ? row.secret : null, previousSecretUntil: signs ? previousUntil : null },
        ...(row.headerNames.length === 0 && storedHeaders([])),
      })
      .where(eq(webhookEndpoint.id, row.id));
    return recorded(
      { action: webhooksAudit.secretRotated, subject: row.id },
      { secret, previousUntil, version: version + 1 },
    );
  });
}

/** Returns the secret, for ready-to-paste verifier code. For admins with a recent code. Refusal: not_found. */
export function readSecret(
  ctx: Ctx,
  { endpointId }: { endpointId: string },
): Promise<Result<{ secret: string }, NotAdmin | FreshCodeRequired | NotFound>> {
  return freshAdminCommand(ctx, "webhooks", async (tx) => {
    const row = await findRow(tx, endpointId);
    if (!row) return notFound();
    return recorded({ action: webhooksAudit.secretRead, subject: row.id }, { secret: openSealed(row.secret) });
  });
}

const checkMs = 5000;

async function findProblem({ url, events }: EndpointInput, reach: Reach): Promise<InputRefusal | null> {
  if (!areKnown(events)) return { kind: "unknown_event" };
  const problem = await checkOutside(url, { timeoutMs: checkMs }, reach);
  const kind = urlRefusals.find((each) => each === problem?.kind);
  return kind ? { kind } : null;
}

/** Returns the headers, with stored values where the input has null; undefined if one cannot be sent or has no stored value. */
function mergeHeaders({ headers }: EndpointInput, stored: readonly CustomHeader[]): CustomHeader[] | undefined {
  const merged = headers.map(({ name, value }) => ({
    name,
    value: value ?? stored.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value ?? "",
  }));
  return areSendable(merged) ? merged : undefined;
}

const storedHeaders = (headers: readonly CustomHeader[]) => ({
  headers: sealText(JSON.stringify(headers)),
  headerNames: headers.map(({ name }) => name),
});

/** Paths of webhook URLs often contain a key, so the audit log records only the host. */
const hostOf = (url: string): string => new URL(url).host;

async function findRow({ db }: Ctx, endpointId: string, { lock = false } = {}) {
  if (!isUuid(endpointId)) return undefined;
  const query = db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, endpointId));
  const [row] = await (lock ? query.for("update") : query);
  return row;
}
