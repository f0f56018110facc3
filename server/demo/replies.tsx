import { and, desc, eq } from "drizzle-orm";
import { followLink, judgeDueClicks } from "#app/features/mail/clicks/clicks.server.ts";
import { linkAddress } from "#app/features/mail/clicks/link-token.server.ts";
import { MailFrame, MailLink, MailText } from "#app/features/mail/frame/frame.tsx";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { recordReply } from "#app/features/mail/receiving/replies.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { browser } from "./browser.ts";
import type { Client } from "./client.ts";
import { after, type Timeline } from "./timeline.ts";

const kind = "outreach";

/** Adds outreach to a few people: clicks, link scans by gateways, a reply, a reply from a colleague, an out-of-office reply. */
export function addReplies(time: Timeline, clients: readonly Client[]): void {
  const [reader, answering, away, forwarding] = clients.filter((_, index) => index % 9 === 4);
  for (const client of [reader, answering, away, forwarding]) {
    const at = time.on(70);
    time.add(at, (ctx) => writeTo(ctx, client!));
    time.add(after(at, { hours: 0.001 }), (ctx) => scan(ctx, client!));
    time.add(after(at, { hours: 1 }), (ctx) => judgeDueClicks(ctx));
  }
  for (const client of [reader, answering]) {
    time.add(time.on(72), (ctx) => open(ctx, client!));
    time.add(time.on(73), (ctx) => judgeDueClicks(ctx));
  }
  time.add(time.on(71), (ctx) => answer(ctx, away!, { kind: "out_of_office", text: "I am back on Monday." }));
  time.add(time.on(73), (ctx) => answer(ctx, answering!, { text: "Thursday works. Please send the drawing before." }));
  time.add(time.on(74), (ctx) =>
    answer(ctx, forwarding!, { from: `ops@${forwarding!.email.split("@")[1]}`, text: "I answer for our operations." }),
  );
}

const writeTo = (ctx: Ctx, { email, person }: Client) =>
  queueMail(ctx, {
    kind,
    to: email,
    subject: `Your processes at ${person.firm.name}`,
    list: "outreach",
    trackClicks: true,
    acceptsReplies: true,
    replyTo: env().CONTACT_EMAIL,
    headers: { "List-Unsubscribe": `<mailto:${env().CONTACT_EMAIL}?subject=unsubscribe>` },
    body: (
      <MailFrame preview="Two drawings that fit your firm." title="Two drawings that fit your firm">
        <MailText>Firms like yours begin with lead routing.</MailText>
        <MailLink href={`${env().SITE_URL}/automation-grid`}>See the drawings</MailLink>
        <MailLink href={`${env().SITE_URL}/contact`}>Book a call</MailLink>
      </MailFrame>
    ),
  });

async function scan(ctx: Ctx, client: Client) {
  const id = await newestOutreach(ctx, client.email);
  for (const place of [0, 1, 2, null]) await request(ctx, id, place, "HEAD");
}

const open = async (ctx: Ctx, client: Client) => request(ctx, await newestOutreach(ctx, client.email), 1, "GET");

const request = (ctx: Ctx, id: string, place: number | null, method: "GET" | "HEAD") =>
  followLink({ ...ctx, actor: anonymous }, linkAddress(id, place).split("/").at(-1)!, {
    method,
    headers: new Headers(browser),
    address: method === "GET" ? "203.0.113.40" : "198.51.100.25",
    isPrivate: false,
    siteUrl: env().SITE_URL,
  });

async function answer(
  ctx: Ctx,
  { email }: Client,
  { kind: how = "reply", from = email, text }: { kind?: "reply" | "out_of_office"; from?: string; text: string },
) {
  const id = await newestOutreach(ctx, email);
  await recordReply(ctx, {
    inboundKey: `${id}-${how}`,
    from,
    subject: how === "reply" ? "Re: Your processes" : "Out of office: Your processes",
    text,
    kind: how,
    reason: how === "reply" ? null : "It is an absence notice.",
    namedMessages: [id],
    referredIds: [],
  });
}

async function newestOutreach(ctx: Ctx, email: string): Promise<string> {
  const [mail] = await ctx.db
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.toAddress, email), eq(message.kind, kind)))
    .orderBy(desc(message.id))
    .limit(1);
  return mail!.id;
}
