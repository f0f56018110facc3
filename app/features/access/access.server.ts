import { and, asc, between, eq, lte, or } from "drizzle-orm";
import { codeWithin } from "#app/features/content/promises.ts";
import { codeDelay } from "#app/features/content/site-facts.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { countStrangerMail, queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { clockSkewMs } from "#app/features/security/requests/uses.server.ts";
import { canRead, system } from "#app/lib/actor.ts";
import { businessDayAfter } from "#app/lib/dates/business-days.ts";
import { dayMs } from "#app/lib/durations.ts";
import { bareDomain } from "#app/lib/people/bare-domain.ts";
import { consumerDomains, isInDomains } from "#app/lib/people/consumer-domains.ts";
import { type NotAdmin, type NotFound, notAdmin, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { AccessRequest, DeclineInput } from "./access.ts";
import { accessAudit } from "./audit.ts";
import { newCode } from "./codes/codes.server.ts";
import { accessDeclinedMail } from "./emails/access-declined.tsx";
import { accessNoticeMail } from "./emails/access-notice.tsx";
import { accessRequestedMail } from "./emails/access-requested.tsx";
import { accessRequested } from "./events.ts";
import { isBlocked } from "./grants/blocks.server.ts";
import { decide } from "./requests/deciding.server.ts";
import { accessRequest } from "./tables.server.ts";

/*
 * Access to the blueprint wizard: a visitor requests a code, receives it by email, redeems it, and gets a grant.
 *
 * A request is pending until an admin approves or declines it. Otherwise a job approves it after the business days of
 * ACCESS_CODE_DELAY_BUSINESS_DAYS (0 approves at once); the mail promises these and three more (promises.ts). Three kinds
 * always wait for an admin: consumer mail domains, addresses that were declined before, and blocked ones. Their
 * confirmation promises no date. The firm gets a mail about each request. Approving issues a code (codes/codes.server.ts),
 * redeeming the code creates the grant (grants/grants.server.ts).
 *
 * Invariants: one pending request per email; a request is decided once; an address gets at most one mail a day because
 * of requests, and it contains no text of the requester; the response is the same whether the request was stored,
 * repeated or withheld, so it reveals nothing.
 *
 * Records: `access_request`, `access_code`, `wizard_grant`, `access_block`. Events: access.requested, access.decided, access.granted.
 */

/** Whether the typed website, which may have any format (spec: access-form), is no public web address and has no domain to store. */
export const isOddWebsite = ({ company_website: typed }: Pick<AccessRequest, "company_website">): boolean =>
  typed !== undefined && bareDomain(typed) === null;

/** Whether requests of this address wait for an admin because of its domain (setting access.consumer_domains). */
export const isConsumerAddress = (email: string): boolean => isInDomains(email, env().ACCESS_CONSUMER_DOMAINS);

/** For the pages' form; undefined for the default, which it knows. */
export function otherConsumerDomains(): string | undefined {
  const { ACCESS_CONSUMER_DOMAINS: domains } = env();
  const isDefault = domains.length === consumerDomains.size && domains.every((domain) => consumerDomains.has(domain));
  return isDefault ? undefined : domains.join(",");
}

/**
 * Stores a request, confirms it by mail, and approves it at once if the settings say so. A repeat within a day, or
 * while an earlier request is pending, changes nothing (`stored: false`) and must get the same response. `delay`: in
 * business days. Throws MailboxFull.
 */
export async function requestAccess(
  ctx: Ctx,
  input: AccessRequest,
  delay = codeDelay(),
): Promise<Result<{ stored: boolean }, never>> {
  return inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "access-request", input.email);
    if (await hasRecentRequest(tx, input.email)) return ok({ stored: false });
    const id = newId();
    const isConsumerDomain = isConsumerAddress(input.email);
    const waitsBecause = isConsumerDomain ? "consumer_domain" : await whyAdminDecides(tx, input.email);
    const isApprovedNow = waitsBecause === null && delay === 0;
    const dueAt = waitsBecause ? null : businessDayAfter(ctx.now, delay, env().COMPANY_TIMEZONE);
    const request = {
      email: input.email,
      companyName: input.company_name,
      companyWebsite: bareDomain(input.company_website ?? ""),
      role: input.role ?? null,
      industry: input.industry ?? null,
    };
    await tx.db.insert(accessRequest).values({
      id,
      ...request,
      isConsumerDomain,
      dueAt,
      requestedAt: ctx.now,
      utmSource: input.utm_source ?? null,
      utmMedium: input.utm_medium ?? null,
      utmCampaign: input.utm_campaign ?? null,
    });
    await queueStrangerMail(
      tx,
      accessRequestedMail({ to: input.email, codeWithin: codeWithin(delay), waitsForAdmin: waitsBecause !== null }),
    );
    const oddWebsite = isOddWebsite(input) ? input.company_website : undefined;
    await queueMail(
      tx,
      accessNoticeMail({ requestId: id, ...request, oddWebsite, dueAt: isApprovedNow ? null : dueAt, waitsBecause }),
    );
    await publish(tx, accessRequested, { requestId: id, ...request });
    if (isApprovedNow) {
      await countStrangerMail(tx, input.email);
      await approve({ ...tx, actor: system }, id);
    }
    return ok({ stored: true });
  });
}

/**
 * Approves before the due day and mails the code. For admins (aal2). Refusals: not_admin, not_found, already_decided.
 */
export async function approveRequest(
  ctx: Ctx,
  input: { requestId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"already_decided">>> {
  return adminCommand(ctx, "access", async (tx) => {
    if (!(await approve(tx, input.requestId))) return refuse(await whyNot(tx, input.requestId));
    return recorded({ action: accessAudit.accessRequestApproved, subject: input.requestId });
  });
}

/** Delay of the decline mail, so that the decision can be undone; longer than the Undo notice is shown. */
const declineHoldSeconds = 30;

/** Declines by mail; a new request from the same address then needs an admin. Refusals as for `approveRequest`. */
export async function declineRequest(
  ctx: Ctx,
  input: { requestId: string } & DeclineInput,
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"already_decided">>> {
  return adminCommand(ctx, "access", async (tx) => {
    const { reason, note = null } = input;
    const declined = await decide(tx, input.requestId, "declined", { declineReason: reason, declineNote: note });
    if (!declined) return refuse(await whyNot(tx, input.requestId));
    const declinedMail = accessDeclinedMail({ to: declined.email, reason, note });
    const heldMail = { ...declinedMail, holdSeconds: declineHoldSeconds };
    await queueMail(tx, heldMail);
    return recorded({ action: accessAudit.accessRequestDeclined, subject: input.requestId, detail: { reason } });
  });
}

/** Approves every due request, each in its own transaction; returns how many. Safe in parallel. Refusal: not_admin. */
export async function approveDueRequests(ctx: Ctx): Promise<Result<number, NotAdmin>> {
  if (!canRead(ctx.actor, "access")) return notAdmin();
  const due = await ctx.db
    .select({ id: accessRequest.id })
    .from(accessRequest)
    .where(and(eq(accessRequest.status, "pending"), lte(accessRequest.dueAt, ctx.now)))
    .orderBy(asc(accessRequest.dueAt), asc(accessRequest.id));
  let approved = 0;
  for (const { id } of due) if (await inTransaction(ctx, (tx) => approve(tx, id))) approved += 1;
  return ok(approved);
}

async function approve(tx: Ctx, requestId: string): Promise<boolean> {
  const request = await decide(tx, requestId, "approved");
  if (!request) return false;
  await newCode(tx, { email: request.email, mail: true, requestId });
  return true;
}

async function whyNot(tx: Ctx, requestId: string) {
  if (!isUuid(requestId)) return "not_found";
  const [request] = await tx.db
    .select({ id: accessRequest.id })
    .from(accessRequest)
    .where(eq(accessRequest.id, requestId));
  return request ? "already_decided" : "not_found";
}

async function hasRecentRequest(tx: Ctx, email: string): Promise<boolean> {
  const aDayAgo = new Date(tx.now.getTime() - dayMs);
  const [recent] = await tx.db
    .select({ id: accessRequest.id })
    .from(accessRequest)
    .where(
      and(
        eq(accessRequest.email, email),
        or(
          eq(accessRequest.status, "pending"),
          // Excludes requests dated in the future, which were stored while the clock was wrong.
          between(accessRequest.requestedAt, aDayAgo, new Date(tx.now.getTime() + clockSkewMs)),
        ),
      ),
    )
    .limit(1);
  return recent !== undefined;
}

async function whyAdminDecides(tx: Ctx, email: string): Promise<"declined_before" | "blocked" | null> {
  if (await isBlocked(tx, email)) return "blocked";
  return (await wasDeclined(tx, email)) ? "declined_before" : null;
}

async function wasDeclined(tx: Ctx, email: string): Promise<boolean> {
  const [declined] = await tx.db
    .select({ id: accessRequest.id })
    .from(accessRequest)
    .where(and(eq(accessRequest.email, email), eq(accessRequest.status, "declined")))
    .limit(1);
  return declined !== undefined;
}
