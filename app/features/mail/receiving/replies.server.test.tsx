import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { hasReplied, outcomesOf } from "#tests/fixtures/mail-outcomes.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { mailReplied } from "../events.ts";
import { messageIdOf, queueMail } from "../mail.server.ts";
import { getMessage } from "../messages/messages.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { mailReply, message } from "../tables.server.ts";
import { readInboundMail } from "./inbound-mail.server.ts";
import { recordReply } from "./replies.server.ts";
import { messagesNamedBy, replyAddressOf } from "./reply-address.server.ts";

const { db, ctx } = useDatabase();
const dana = "dana@northfield.example";
const settings = {
  SECRET: "a".repeat(32),
  SITE_URL: "https://gtmarc.example",
  MAIL_FROM: "GTMarc <hello@gtmarc.example>",
  MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example",
};

beforeEach(() => {
  forgetListeners();
  useSettings(settings);
});

const queued = (to = dana) =>
  queueMail(ctx, { kind: "outreach-step", to, subject: "A question", body: <p>Hello</p>, acceptsReplies: true });

async function receive(headers: Record<string, string>, body = "Yes, Thursday works.", at = ctx) {
  const all: Record<string, string> = {
    From: `Dana <${dana}>`,
    Subject: "Re: A question",
    "Message-ID": "<1@northfield.example>",
    ...headers,
  };
  const raw = `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n")}\r\n\r\n${body}`;
  const mail = await readInboundMail(new TextEncoder().encode(raw));
  return mail.kind === "reply" ? recordReply(at, mail.reply) : mail.kind;
}

const heardReplies = () => {
  const heard: unknown[] = [];
  onEvent(mailReplied, async (_, payload) => void heard.push(payload));
  return heard;
};

test("the reply address identifies one mail and cannot be forged", async () => {
  const { id } = await queued();
  const address = replyAddressOf(id)!;
  expect(address).toMatch(/^reply\+[0-9a-f]{52}@in\.gtmarc\.example$/);
  expect((await db.select({ replyTo: message.replyTo }).from(message))[0]!.replyTo).toBe(address);
  expect(messagesNamedBy([`"X" <${address.toUpperCase()}>`])).toEqual([id]);
  const changed = address.replace(/.(?=@)/, (last) => (last === "0" ? "1" : "0"));
  expect(messagesNamedBy([changed, "reply+abc@in.gtmarc.example", "reply@in.gtmarc.example"])).toEqual([]);
  useSettings({ SECRET: "b".repeat(32) });
  expect(messagesNamedBy([address])).toEqual([]);
  useSettings({ MAIL_REPLY_ADDRESS: undefined });
  expect(replyAddressOf(id)).toBeNull();
});

test("a reply to the address of a mail is stored once and published once", async () => {
  const heard = heardReplies();
  const { id } = await queued();
  const body = "Yes, Thursday works.\r\n\r\nOn Mon, Nov 23, 2026, GTMarc <hello@gtmarc.example> wrote:\r\n> Thursday?";
  expect(await receive({ To: replyAddressOf(id)! }, body)).toEqual({ kind: "reply", noted: 1 });
  expect(await receive({ To: replyAddressOf(id)! }, body)).toEqual({ kind: "reply", noted: 0 });
  expect(await db.select().from(mailReply)).toMatchObject([
    {
      message: id,
      kind: "reply",
      fromAddress: dana,
      isFromRecipient: true,
      matchedBy: "address",
      text: "Yes, Thursday works.",
    },
  ]);
  expect(heard).toEqual([
    {
      ...{ messageId: id, email: dana, kind: "outreach-step", isFromRecipient: true, matchedBy: "address" },
      replyId: expect.any(String),
    },
  ]);
  expect((await outcomesOf(ctx, [id])).get(id)!.repliedAt).toEqual(ctx.now);
  expect(await hasReplied(ctx, [id])).toBe(true);
});

test("a reply from another address is matched by its references and marked as such", async () => {
  const heard = heardReplies();
  const { id } = await queued();
  const references = {
    References: `${messageIdOf(id)} <2@northfield.example>`,
    "In-Reply-To": "<2@northfield.example>",
  };
  expect(await receive({ ...references, From: "lee@northfield.example" })).toEqual({ kind: "reply", noted: 1 });
  expect(heard).toMatchObject([{ messageId: id, email: dana, isFromRecipient: false, matchedBy: "references" }]);
  const admin = await asAdmin(ctx);
  const page = await getMessage(admin, id);
  expect(page).toMatchObject({
    value: { replies: [{ fromAddress: "lee@northfield.example", isFromRecipient: false }] },
  });
});

test("a reply that names a Message-ID without its MAC is ignored", async () => {
  const heard = heardReplies();
  const { id } = await queued();
  expect(await receive({ "In-Reply-To": `<${id}@gtmarc.example>` })).toBe("other");
  const forged = messageIdOf(id).replace(/\.[0-9a-f]{20}@/, `.${"0".repeat(20)}@`);
  expect(await receive({ References: forged })).toBe("other");
  expect(heard).toEqual([]);
});

test("a colleague's mail in the thread does not count as the recipient's reply", async () => {
  const heard = heardReplies();
  const { id } = await queued();
  const to = { To: replyAddressOf(id)! };
  for (const [at, from] of ["sam@gtmarc.example", "admin@elsewhere.example"].entries()) {
    const raw = `From: Sam <${from}>\r\nTo: ${to.To}\r\nSubject: Re: x\r\nMessage-ID: <c${at}@x>\r\n\r\nI take this one.`;
    const mail = await readInboundMail(new TextEncoder().encode(raw));
    if (mail.kind !== "reply") throw new Error(mail.kind);
    expect(await recordReply(ctx, mail.reply, new Set(["admin@elsewhere.example"]))).toEqual({
      kind: "colleague",
      noted: 1,
    });
  }
  expect(heard).toEqual([]);
  expect(await hasReplied(ctx, [id])).toBe(false);
});

test("a reply to a deleted mail is forwarded to the firm", async () => {
  const { id } = await queued();
  const to = { To: replyAddressOf(id)! };
  await db.delete(message);
  expect(await receive(to, "Is this still open?")).toEqual({ kind: "reply", noted: 1 });
  const [forwarded] = await db.select().from(message);
  expect(forwarded).toMatchObject({
    ...{ kind: "reply-forwarded", toAddress: "hello@gtmarc.example", replyTo: dana },
    subject: "Reply from Dana: Re: A question",
  });
  expect(forwarded!.text).toContain("Is this still open?");
});

test("a reply to a deleted mail is forwarded once, and at most twenty replies to it a day", async () => {
  const { id } = await queued();
  const To = replyAddressOf(id)!;
  await db.delete(message);
  const forwarded = () => db.$count(message);
  expect(await receive({ To })).toEqual({ kind: "reply", noted: 1 });
  expect(await receive({ To })).toEqual({ kind: "reply", noted: 0 });
  expect(await forwarded()).toBe(1);
  for (let n = 2; n < 25; n += 1) await receive({ To, "Message-ID": `<${n}@northfield.example>` });
  expect(await forwarded()).toBe(20);
  const tomorrow = later(ctx, { days: 1 });
  expect(await receive({ To, "Message-ID": "<30@northfield.example>" }, "Hello?", tomorrow)).toMatchObject({
    noted: 1,
  });
});

test("an absence notice is stored as such and does not count as a reply", async () => {
  const heard = heardReplies();
  const { id } = await queued();
  const to = { To: replyAddressOf(id)! };
  expect(await receive({ ...to, Subject: "Out of office: A question", "Auto-Submitted": "auto-replied" })).toEqual({
    kind: "out_of_office",
    noted: 1,
  });
  expect(await receive({ ...to, "X-Autoreply": "yes", "Message-ID": "<2@northfield.example>" })).toEqual({
    kind: "automatic",
    noted: 1,
  });
  expect(heard).toEqual([]);
  expect(await hasReplied(ctx, [id])).toBe(false);
  const { value } = (await getMessage(await asAdmin(ctx), id)) as { value: { history: { name: string }[] } };
  expect(value.history.map(({ name }) => name)).toEqual(["queued", "auto_replied", "auto_replied"]);
});

test("an absence notice in the form of a delivery report is an automatic reply with its text; a failed report is not", async () => {
  const { id } = await queued();
  const parts = (action: string) =>
    `--b\r\nContent-Type: text/plain\r\n\r\nI am away.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nArrival-Date: Fri, 27 Nov 2026 11:30:36 +0000\r\n\r\nFinal-Recipient: rfc822; ${dana}\r\nAction: ${action}\r\nStatus: 2.0.0\r\n--b--\r\n`;
  const headers = {
    ...{ To: replyAddressOf(id)!, "In-Reply-To": messageIdOf(id), "Auto-Submitted": "auto-replied" },
    "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"',
  };
  expect(await receive(headers, parts("delivered"))).toEqual({ kind: "automatic", noted: 1 });
  expect(await db.select({ text: mailReply.text }).from(mailReply)).toEqual([{ text: "I am away." }]);
  expect(await receive(headers, parts("failed"))).toBe("notification");
});

test("with the subject that we sent a reply without Re is a person's", async () => {
  const { id } = await queueMail(ctx, {
    ...{ kind: "outreach-step", to: dana, subject: "Automatic reply handling at Northfield" },
    ...{ body: <p>Hello</p>, acceptsReplies: true },
  });
  const To = replyAddressOf(id)!;
  expect(await receive({ To, Subject: "[EXT] Automatic reply handling at Northfield" })).toMatchObject({
    kind: "reply",
  });
  const other = { To, Subject: "Automatic reply: Automatic reply handling", "Message-ID": "<2@x.example>" };
  expect(await receive(other)).toMatchObject({ kind: "automatic" });
});

test("a person's reply counts after an absence notice; the first one keeps its time", async () => {
  const { id } = await queued();
  const to = { To: replyAddressOf(id)! };
  await receive({ ...to, "Auto-Submitted": "auto-replied" });
  await receive({ ...to, "Message-ID": "<2@northfield.example>" });
  await receive({ ...to, "Message-ID": "<3@northfield.example>" }, "And Friday.", later(ctx, { days: 1 }));
  expect((await outcomesOf(ctx, [id])).get(id)!.repliedAt).toEqual(ctx.now);
  expect(await db.select().from(mailReply)).toHaveLength(3);
});

test.each(["Auto-Submitted", "Precedence"])(
  "a NUL in %s does not prevent an automatic reply from being stored",
  async (name) => {
    const { id } = await queued();
    expect(await receive({ To: replyAddressOf(id)!, [name]: "auto_reply \0now" })).toEqual({
      kind: "automatic",
      noted: 1,
    });
    const [stored] = await db.select({ reason: mailReply.reason }).from(mailReply);
    expect(stored?.reason).toBe(`Its header says ${name}: auto_reply now.`);
  },
);

test("a mail that replies to none of ours is not stored", async () => {
  await queued();
  expect(await receive({ To: "hello@gtmarc.example" })).toBe("other");
  const unknown = "<0199f000-0000-7000-8000-000000000000@gtmarc.example>";
  for (const id of [unknown, "<0199f000-------------------------------@gtmarc.example>", "<x@y>", "<>"])
    expect(["other", { kind: null, noted: 0 }]).toContainEqual(await receive({ "In-Reply-To": id }));
  expect(await db.select().from(mailReply)).toEqual([]);
});

test("the export contains only the person's own words, and deletion removes replies to and from a person", async () => {
  const { id } = await queued();
  await receive({ To: replyAddressOf(id)! });
  await receive(
    { To: replyAddressOf(id)!, From: "lee@northfield.example", "Message-ID": "<2@x.example>" },
    "Not for Dana",
  );
  const { mail_replies } = await exportPersonalData(ctx, { email: dana, userId: null });
  expect(mail_replies).toMatchObject([{ text: "Yes, Thursday works." }, { from: "another address" }]);
  expect(JSON.stringify(mail_replies)).not.toContain("Not for Dana");
  await forgetPerson(ctx, { email: "lee@northfield.example", userId: null });
  expect(await db.select().from(mailReply)).toMatchObject([{ fromAddress: dana }]);
  await forgetPerson(ctx, { email: dana, userId: null });
  expect(await db.select().from(mailReply)).toEqual([]);
});
