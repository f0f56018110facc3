import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { forwardedReplyMail } from "./emails/forwarded-reply.tsx";
import { MailCode, MailFrame, MailText } from "./frame/frame.tsx";
import { renderMail } from "./frame/rendering.server.ts";
import { deliverMailJob } from "./jobs.server.ts";
import { type MailDraft, messageIdOf, queueMail, UnsafeMail } from "./mail.server.ts";
import { listHeaders } from "./sending/list-headers.ts";
import { message, messageEvent } from "./tables.server.ts";

const { db, ctx, queued } = useDatabase({ jobs: [deliverMailJob] });

beforeEach(() => {
  useSettings({ SITE_URL: "https://gtmarc.example", MAIL_FROM: "GTMarc <hello@mail.gtmarc.example>" });
});

const draft = (changes: Partial<MailDraft> = {}): MailDraft => ({
  kind: "test",
  to: "dana@northfield.example",
  subject: "Your code",
  body: (
    <MailFrame preview="For your analysis" title="Here is the code">
      <MailCode>407219</MailCode>
      <MailText>Hello Dana,</MailText>
    </MailFrame>
  ),
  ...changes,
});

test("a queued mail is stored with both bodies, its history and a Message-ID of the sender's domain, and wakes delivery", async () => {
  const { id } = await queueMail(ctx, draft({ secret: true, replyTo: "team@gtmarc.example" }));
  const [row] = await db.select().from(message).where(eq(message.id, id));
  expect(row).toMatchObject({
    kind: "test",
    toAddress: "dana@northfield.example",
    status: "queued",
    attempts: 0,
    secret: true,
    replyTo: "team@gtmarc.example",
    messageId: messageIdOf(id),
    nextAttemptAt: ctx.now,
    createdAt: ctx.now,
  });
  expect(row!.html).toMatch(/^<!DOCTYPE html/);
  expect(row!.text).toContain("407219");
  expect(row!.text).toContain("Hello Dana,");
  expect(await db.select().from(messageEvent)).toMatchObject([{ message: id, name: "queued", at: ctx.now }]);
  expect(await queued("mail.deliver")).toEqual([{}]);
});

test("an address that needs SMTPUTF8 is no Reply-To of a mail to an ASCII address, which servers without it accept", async () => {
  const replyToOf = async (to: string, replyTo: string) => {
    const { id } = await queueMail(ctx, draft({ to, replyTo }));
    return (await db.select().from(message).where(eq(message.id, id)))[0]!.replyTo;
  };
  expect(await replyToOf("dana@northfield.example", "jörg@xn--mller-kva.example")).toBeNull();
  expect(await replyToOf("dana@northfield.example", "jorg@xn--mller-kva.example")).toBe("jorg@xn--mller-kva.example");
  expect(await replyToOf("zoë@northfield.example", "jörg@xn--mller-kva.example")).toBe("jörg@xn--mller-kva.example");
  const reply = {
    from: "jörg@bank.example",
    fromName: "Jörg",
    subject: "Re: Hello",
    text: "Yes",
    rest: null,
    about: null,
  };
  const { body } = forwardedReplyMail({ to: "team@gtmarc.example", ...reply });
  expect(renderMail(body).text).toContain("Jörg <jörg@bank.example>");
  expect(renderMail(body).text).toContain("Replying to this email does not reach them.");
});

test("the unsubscribe address of a list is ASCII, as a header without SMTPUTF8 must be", () => {
  const list = { name: "newsletter", title: "GTMarc", url: "https://gtmarc.example/unsubscribe/abc", token: "abc" };
  expect(listHeaders({ ...list, contactEmail: "büro@gtmarc.example" })["List-Unsubscribe"]).toBe(
    "<https://gtmarc.example/unsubscribe/abc>, <mailto:b%C3%BCro@gtmarc.example?subject=unsubscribe%20abc>",
  );
});

test("a sender's name with an @ does not change the domain of Message-IDs", () => {
  useSettings({ SITE_URL: "https://gtmarc.example", MAIL_FROM: "Team@GTMarc <hello@mail.gtmarc.example>" });
  expect(messageIdOf("01a22ad3-2b9f-72a2-8a5c-7a4460ef1adc")).toMatch(/@mail\.gtmarc\.example>$/);
});

test("an action that rolls back leaves no mail, no history and no wake-up", async () => {
  const failing = inTransaction(ctx, async (tx) => {
    await queueMail(tx, draft());
    throw new Error("the act failed");
  });
  await expect(failing).rejects.toThrow("the act failed");
  expect(await db.select().from(message)).toEqual([]);
  expect(await db.select().from(messageEvent)).toEqual([]);
  expect(await queued("mail.deliver")).toEqual([]);
});

test("a line break, a control character or a second recipient is refused before anything is stored", async () => {
  const drafts = [
    draft({ subject: "Hello\r\nBcc: everyone@example.com" }),
    draft({ subject: "Hello\nthere" }),
    draft({ subject: "Hello\u0000" }),
    draft({ subject: "Hello\u2028there" }),
    draft({ subject: "  " }),
    draft({ to: "dana@northfield.example\r\nBcc: everyone@example.com" }),
    draft({ to: "dana@northfield.example, eve@example.com" }),
    draft({ to: "Dana <dana@northfield.example>" }),
    draft({ to: "invalid" }),
    draft({ replyTo: "team@gtmarc.example\nX-Evil: 1" }),
    draft({ headers: { "X-Note": "a\r\nBcc: everyone@example.com" } }),
    draft({ headers: { "X-Note\r\nBcc": "everyone@example.com" } }),
    draft({ headers: { Bcc: "everyone@example.com" } }),
    draft({ headers: { "message-id": "<forged@example.com>" } }),
    draft({ attachments: [{ filename: "a.ics\r\nX-Evil: 1", contentType: "text/calendar", content: "" }] }),
    draft({ attachments: [{ filename: "a.ics", contentType: "text/calendar\r\nX-Evil: 1", content: "" }] }),
  ];
  for (const unsafe of drafts) await expect(queueMail(ctx, unsafe)).rejects.toThrow(UnsafeMail);
  expect(await db.select().from(message)).toEqual([]);
});
