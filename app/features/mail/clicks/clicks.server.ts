import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { publishMany } from "#app/features/events/events.server.ts";
import { clientHash } from "#app/features/security/security-log/security-events.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { pathWithoutSecrets } from "#app/lib/addresses/path-without-secrets.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { isLoopbackName } from "#app/platform/outside/ip-address.server.ts";
import { mailClicked } from "../events.ts";
import { mailHit, message, messageEvent } from "../tables.server.ts";
import { hasRevoked } from "./click-consent.server.ts";
import { type ClickHit, type HitVerdict, judgeClicks, ruleLabels, windowMinutes } from "./judge-clicks.ts";
import { readLinkToken } from "./link-token.server.ts";
import { agentKind, requestKind } from "./request-facts.ts";

/*
 * Clicks on the links of outreach mails, of consenting recipients.
 *
 * A request for a link is redirected to the address that the mail was queued with, and logged: it changes nothing about
 * a person. Five minutes later, when no further request can change the verdict, a job separates people from security
 * gateways (clicks/judge-clicks.ts), stores both counts with the mail, and publishes `mail.clicked` once per mail and
 * link for people only.
 *
 * Prevents open redirects (the token has a MAC, and leads to stored addresses only) and floods (a mail keeps at most
 * 100 hits).
 */

/** Further requests for a mail are redirected and not stored. */
const maxHits = 100;

export type LinkRequest = {
  method: "GET" | "HEAD";
  headers: Pick<Headers, "get">;
  /** The client's address; stored as a hash with a key that changes every day. */
  address: string;
  isPrivate: boolean;
  /** The origin of this site; the hidden link leads there. */
  siteUrl: string;
};

/** Logs a request for a wrapped link, unless consent was revoked, and returns its target; null if unknown. */
export async function followLink(ctx: Ctx, token: string, request: LinkRequest): Promise<string | null> {
  const named = readLinkToken(token);
  if (!named) return null;
  const [mail] = await ctx.db
    .select({
      links: message.links,
      hasRevoked,
      hits: sql<number>`(select count(*)::int from ${mailHit} hit where hit.message = ${message}.id)`,
    })
    .from(message)
    .where(eq(message.id, named.messageId));
  const target = named.place === null ? request.siteUrl : mail?.links?.[named.place];
  if (!mail?.links || !target) return null;
  if (!request.isPrivate && !mail.hasRevoked && mail.hits < maxHits)
    await ctx.db.insert(mailHit).values({
      message: named.messageId,
      link: named.place,
      at: ctx.now,
      method: request.method,
      client: clientHash(ctx.now, request.address),
      agent: agentKind(userAgentOf(request.headers)),
      request: requestKind(request.headers, isSecureSite(request.siteUrl)),
      hasLanguage: Boolean(request.headers.get("accept-language")),
    });
  return new URL(target).href;
}

/** Browsers send Fetch Metadata to secure sites and to localhost. */
function isSecureSite(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === "https:" || isLoopbackName(hostname);
}

const mailsPerTurn = 200;
const maxTurns = 25;

/** Judges the mails with hits older than the window, each in its own transaction; at most 5,000 mails per run. */
export async function judgeDueClicks(ctx: Ctx): Promise<{ mails: number }> {
  const before = new Date(ctx.now.getTime() - windowMinutes * minuteMs);
  let mails = 0;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const due = await ctx.db
      .selectDistinct({ id: mailHit.message })
      .from(mailHit)
      .where(and(isNull(mailHit.verdict), lte(mailHit.at, before)))
      .limit(mailsPerTurn);
    for (const { id } of due) await inTransaction(ctx, (tx) => judgeMail(tx, id, before));
    mails += due.length;
    if (due.length < mailsPerTurn) break;
  }
  return { mails };
}

async function judgeMail(tx: Ctx, id: string, before: Date): Promise<void> {
  const [mail] = await tx.db
    .select({ to: message.toAddress, kind: message.kind, links: message.links, clicked: message.clickedLinks })
    .from(message)
    .where(eq(message.id, id))
    .for("update");
  if (!mail?.links) return;
  const hits = await listHits(tx, id);
  const waiting = new Map(
    hits.filter(({ verdict, at }) => verdict === null && at <= before).map((hit) => [hit.id, hit]),
  );
  const judged = (await judge(tx, id, mail.links.length, hits)).filter((one) => waiting.has(one.id));
  for (const { id: hit, verdict, rules } of judged)
    await tx.db.update(mailHit).set({ verdict, rules }).where(eq(mailHit.id, hit));
  const people = judged.filter(({ verdict }) => verdict === "human").map((one) => waiting.get(one.id)!);
  const scanned = judged.filter(({ verdict }) => verdict === "scanner");
  const clicked = [...new Set(people.flatMap(({ link }) => link ?? []))].filter((link) => !mail.clicked.includes(link));
  await tx.db
    .update(message)
    .set({
      clickedLinks: [...mail.clicked, ...clicked],
      scannerHits: sql`${message.scannerHits} + ${scanned.length}`,
    })
    .where(eq(message.id, id));
  const links = clicked.map((place) => ({
    at: people.find(({ link }) => link === place)!.at,
    link: mail.links![place]!,
  }));
  const steps = [
    ...links.map(({ at, link }) => ({ name: "clicked" as const, at, detail: shownLink(link) })),
    ...(scanned.length > 0 ? [scannedStep(scanned, waiting)] : []),
  ];
  if (steps.length > 0) await tx.db.insert(messageEvent).values(steps.map((step) => ({ message: id, ...step })));
  const about = { messageId: id, email: mail.to.toLowerCase(), kind: mail.kind };
  await publishMany(
    tx,
    mailClicked,
    links.map(({ link }) => ({ ...about, link: shownLink(link) })),
  );
}

function scannedStep(scanned: readonly HitVerdict[], hits: ReadonlyMap<string, StoredHit>) {
  const rules = [...new Set(scanned.flatMap((one) => one.rules))].map((rule) => ruleLabels[rule]);
  const times = scanned.map((one) => hits.get(one.id)!.at.getTime());
  const requests = scanned.length === 1 ? "1 request" : `${scanned.length} requests`;
  return { name: "scanned" as const, at: new Date(Math.min(...times)), detail: `${requests}: ${rules.join("; ")}.` };
}

/** The address without its query, and without tokens in its path. */
function shownLink(link: string): string {
  const { origin, pathname } = new URL(link);
  return origin + pathWithoutSecrets(pathname);
}

type StoredHit = typeof mailHit.$inferSelect;

const listHits = (ctx: Pick<Ctx, "db">, id: string): Promise<StoredHit[]> =>
  ctx.db.select().from(mailHit).where(eq(mailHit.message, id)).orderBy(asc(mailHit.at), asc(mailHit.id));

async function judge(ctx: Pick<Ctx, "db">, id: string, links: number, hits: readonly StoredHit[]) {
  if (hits.length === 0) return [];
  const [arrival] = await ctx.db
    .select({
      sentAt: message.sentAt,
      deliveredAt: sql<Date | null>`(select min(step.at) from ${messageEvent} step
        where step.message = ${message}.id and step.name = 'delivered')`.mapWith(messageEvent.at),
    })
    .from(message)
    .where(eq(message.id, id));
  const others = await otherRecipients(ctx, id);
  const judged = judgeClicks(
    hits.map((hit): ClickHit => ({ ...hit, ...(others.get(hit.id) ?? { otherRecipients: 0, otherDomains: 0 }) })),
    { sentAt: arrival?.sentAt ?? null, deliveredAt: arrival?.deliveredAt ?? null, links },
  );
  return judged.hits;
}

/** For each hit of a mail: the recipients of other mails with links that its client requested within ten minutes. */
async function otherRecipients(ctx: Pick<Ctx, "db">, id: string) {
  const { rows } = await ctx.db.execute<{ id: string; recipients: number; domains: number }>(sql`
    select own.id, count(distinct lower(mail.to_address))::int as recipients,
      count(distinct split_part(lower(mail.to_address), '@', 2))::int as domains
    from ${mailHit} own
    join ${mailHit} other on other.client = own.client and other.message <> own.message
      and other.at between own.at - interval '10 minutes' and own.at + interval '10 minutes'
    join ${message} mail on mail.id = other.message
    where own.message = ${id}::uuid and lower(mail.to_address) <> (select lower(to_address) from ${message} where id = ${id}::uuid)
    group by own.id`);
  return new Map(rows.map((row) => [row.id, { otherRecipients: row.recipients, otherDomains: row.domains }]));
}

export type ShownHit = Pick<StoredHit, "id" | "at" | "method"> & {
  link: string | null;
  verdict: "human" | "scanner";
  /** False while later hits can still change the verdict. */
  isFinal: boolean;
  reasons: string[];
};

export type MailClicks = {
  /** Final counts: links that people clicked, and requests of scanners. */
  humanClicks: number;
  scannerHits: number;
  hits: ShownHit[];
};

export async function getMailClicks(ctx: Ctx, id: string): Promise<Result<MailClicks | null, NotAdmin>> {
  if (!canRead(ctx.actor, "mail")) return notAdmin();
  const [mail] = await ctx.db
    .select({ links: message.links, clicked: message.clickedLinks, scannerHits: message.scannerHits })
    .from(message)
    .where(eq(message.id, id));
  if (!mail?.links) return ok(null);
  const { links } = mail;
  const hits = await listHits(ctx, id);
  const provisional = new Map(
    hits.some(({ verdict }) => verdict === null)
      ? (await judge(ctx, id, links.length, hits)).map((one) => [one.id, one])
      : [],
  );
  const shown = hits.map(({ id: hit, at, method, link, verdict, rules }): ShownHit => {
    const found = verdict === null ? provisional.get(hit)! : { verdict, rules };
    return {
      id: hit,
      at,
      method,
      link: link === null ? null : shownLink(links[link]!),
      verdict: found.verdict,
      isFinal: verdict !== null,
      reasons: found.rules.map((rule) => ruleLabels[rule]),
    };
  });
  return ok({ humanClicks: mail.clicked.length, scannerHits: mail.scannerHits, hits: shown.reverse() });
}
