import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accountIdWith } from "#app/features/accounts/profile/people.server.ts";
import { canRead } from "#app/lib/actor.ts";
import type { ListQuery } from "#app/lib/addresses/list-query.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Keyset, keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { containsWords, folded, splitSearch } from "#app/platform/database/search.server.ts";
import { companyFacts } from "../access.ts";
import { accessBlock, accessCode, accessRequest, wizardGrant } from "../tables.server.ts";
import type { RequestFilter, RequestSort, RequestState } from "./queue.ts";

const facts = ["id", "email", ...companyFacts, "isConsumerDomain", "requestedAt", "decidedAt"] as const;
export type RequestEntry = Pick<typeof accessRequest.$inferSelect, (typeof facts)[number]> & {
  /** Null if an admin must decide or the request is decided. */
  dueAt: Date | null;
  state: RequestState;
  isBlocked: boolean;
};

const pageSize = 50;

/** Returns one page of requests. For admins (aal2). Refusal: not_admin. */
export async function listRequests(
  ctx: Ctx,
  query: ListQuery<RequestSort> & { filter: RequestFilter },
  size = pageSize,
): Promise<Result<Page<RequestEntry>, NotAdmin>> {
  if (!canRead(ctx.actor, "access")) return notAdmin();
  const keys = keysetOf({
    ...sortedBy[query.sort.key],
    id: accessRequest.id,
    direction: query.sort.direction,
    after: query.after,
    before: query.before,
    size,
  });
  const found = await ctx.db
    .select({ row: accessRequest, cursor: keys.cursor })
    .from(accessRequest)
    .where(and(filtered[query.filter], matching(query.search), keys.where))
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  const { rows, previous, next } = pageOf(keys, found);
  return ok({ rows: await withStates(ctx, rows), previous, next });
}

const sortedBy: Record<RequestSort, Pick<Keyset, "by" | "type">> = {
  requested: { by: accessRequest.requestedAt, type: "timestamptz" },
  email: { by: accessRequest.email, type: "text" },
  company: { by: accessRequest.companyName, type: "text" },
};

const filtered: Record<RequestFilter, SQL | undefined> = {
  waiting: eq(accessRequest.status, "pending"),
  person: and(eq(accessRequest.status, "pending"), isNull(accessRequest.dueAt)),
  approved: eq(accessRequest.status, "approved"),
  declined: eq(accessRequest.status, "declined"),
  all: undefined,
};

const requestText = folded(sql`${accessRequest.email} || ' ' || ${accessRequest.companyName}`);

/** Requires every word in the address or the company's name; uses a trigram index. */
const matching = (search: string): SQL | undefined => containsWords(requestText, splitSearch(search));

async function withStates(ctx: Ctx, requests: (typeof accessRequest.$inferSelect)[]): Promise<RequestEntry[]> {
  if (requests.length === 0) return [];
  const [states, blocked] = await Promise.all([
    readStates(ctx, requests),
    ctx.db
      .select({ email: accessBlock.email })
      .from(accessBlock)
      .where(
        and(
          inArray(
            accessBlock.email,
            requests.map(({ email }) => email),
          ),
          isNull(accessBlock.liftedAt),
        ),
      ),
  ]);
  const kept = new Set(blocked.map(({ email }) => email));
  return requests.map((request) => {
    const dueAt = request.status === "pending" ? request.dueAt : null;
    const state = states.get(request.id)!;
    return { ...pick(request, facts), dueAt, state, isBlocked: kept.has(request.email) };
  });
}

/**
 * Derives the state of each request, by its id, from its codes and the grants of its person. The code whose redemption
 * approved a request is one of its codes, although it was issued for another request or for none.
 */
export async function readStates(
  ctx: Ctx,
  requests: readonly (typeof accessRequest.$inferSelect)[],
): Promise<ReadonlyMap<string, RequestState>> {
  const redeemedFor = and(eq(accessCode.email, accessRequest.email), eq(accessCode.usedAt, accessRequest.decidedAt));
  const own = alias(wizardGrant, "own");
  const rows = await ctx.db
    .select({ requestId: accessRequest.id, code: accessCode, hasGrant: wizardGrant.id, hasAccess: own.id })
    .from(accessRequest)
    .leftJoin(accessCode, or(eq(accessCode.requestId, accessRequest.id), redeemedFor))
    .leftJoin(wizardGrant, and(eq(wizardGrant.userId, accessCode.usedBy), isNull(wizardGrant.revokedAt)))
    .leftJoin(own, and(eq(own.userId, accountIdWith(sql`${accessRequest.email}`)), isNull(own.revokedAt)))
    .where(
      inArray(
        accessRequest.id,
        requests.map(({ id }) => id),
      ),
    )
    .orderBy(desc(accessCode.issuedAt), desc(accessCode.id));
  return new Map(
    requests.map(({ id, status }) => {
      const found = rows.filter(({ requestId }) => requestId === id);
      const codes = found.flatMap(({ code, hasGrant }) => (code ? { code, hasGrant } : []));
      return [
        id,
        stateOf(
          status,
          codes,
          found.some(({ hasAccess }) => hasAccess !== null),
          ctx.now,
        ),
      ];
    }),
  );
}

/** `codes`: newest first. `hasAccess`: whether the account of the address has a grant, also by another code. */
function stateOf(
  status: "pending" | "approved" | "declined",
  codes: readonly { code: typeof accessCode.$inferSelect; hasGrant: string | null }[],
  hasAccess: boolean,
  now: Date,
): RequestState {
  if (status !== "approved") return status === "pending" ? "waiting" : "declined";
  if (hasAccess) return "has_access";
  const used = codes.find(({ code }) => code.usedAt !== null);
  if (used) return used.hasGrant ? "has_access" : "access_ended";
  const newest = codes[0]?.code;
  if (!newest || newest.revokedAt) return "code_withdrawn";
  return newest.expiresAt <= now ? "code_expired" : "code_sent";
}
