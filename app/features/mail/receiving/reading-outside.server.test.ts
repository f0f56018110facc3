import { createElement } from "react";
import { afterEach, expect, test } from "vitest";
import { GateCrowded } from "#app/lib/program/narrow-gate.ts";
import { closeThreads, openThreads } from "#app/platform/threads.server.ts";
import { slowReader } from "#tests/fixtures/program.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { queueMail } from "../mail.server.ts";
import { mailOriginal, mailReply, message } from "../tables.server.ts";
import { type InboundMail, type InboundReply, readInboundMail } from "./inbound-mail.server.ts";
import { readPostmark } from "./postmark.server.ts";
import { recordReply } from "./replies.server.ts";
import { recordUnreadable } from "./unread-reports.server.ts";

const { db, ctx } = useDatabase();
afterEach(() => closeThreads());

const raw = (text: string) => new TextEncoder().encode(`From: Eve <eve@else.example>\r\nSubject: Hello\r\n\r\n${text}`);

const replyTo = (id: string): InboundReply => ({
  ...{ kind: "reply", reason: null, inboundKey: "1", from: "eve@else.example", subject: "Re: Hello" },
  ...{ text: "Yes.\n\n> A question", namedMessages: [id], referredIds: [] },
});

test("while a mail is read, the serving process does other work", async () => {
  openThreads(slowReader(600, { output: { mail: { kind: "other" }, facts: {} } }));
  let [turns, isRead] = [0, false];
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  count();
  expect(await readInboundMail(raw("x".repeat(1_000_000)))).toMatchObject({ kind: "other" });
  isRead = true;
  expect(turns).toBeGreaterThan(100);
});

test("while a reply is compared with its mail, the serving process does other work", async () => {
  const { id } = await queueMail(ctx, {
    ...{
      kind: "outreach-step",
      to: "eve@else.example",
      subject: "Hello",
      body: createElement("p"),
      acceptsReplies: true,
    },
  });
  openThreads(slowReader(600, { output: "Yes, says the reader." }));
  let [turns, isRead] = [0, false];
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  count();
  expect(await recordReply(ctx, replyTo(id))).toEqual({ kind: "reply", noted: 1 });
  isRead = true;
  expect(turns).toBeGreaterThan(100);
  expect(await db.select().from(mailReply)).toMatchObject([{ text: "Yes, says the reader." }]);
});

test("a reply that ends the comparison with its mail is kept whole", async () => {
  const { id } = await queueMail(ctx, {
    ...{
      kind: "outreach-step",
      to: "eve@else.example",
      subject: "Hello",
      body: createElement("p"),
      acceptsReplies: true,
    },
  });
  openThreads(slowReader(0, { error: "RangeError" }));
  expect(await recordReply(ctx, replyTo(id))).toEqual({ kind: "reply", noted: 1 });
  expect(await db.select().from(mailReply)).toMatchObject([{ text: "Yes.\n\n> A question" }]);
});

test.each([
  ["takes too long", slowReader(60_000, {})],
  ["fails", slowReader(0, { error: "RangeError: out of range" })],
])("a mail whose reader %s goes to a person with its original, once", async (_how, program) => {
  openThreads(program, { maxMs: 1000 });
  for (const read of [() => readInboundMail(raw("first")), () => readInboundMail(raw("first"))]) {
    const mail: InboundMail = await read();
    expect(mail.kind).toBe("unreadable");
    await recordUnreadable(ctx, mail.original!);
  }
  const [original, ...others] = await db.select().from(mailOriginal);
  expect(others).toEqual([]);
  expect(Buffer.from(original!.content).equals(raw("first"))).toBe(true);
  expect(original).toMatchObject({ readAs: "unread", addresses: "eve@else.example" });
  expect(await db.select().from(message)).toMatchObject([
    { kind: "report-forwarded", subject: "A received email needs a person to read it" },
  ]);
});

test("of mails that cannot be read, those of one day too many are refused for now", async () => {
  openThreads(slowReader(0, { error: "RangeError" }));
  const receive = async (number: number) => recordUnreadable(ctx, (await readInboundMail(raw(`${number}`))).original!);
  for (let number = 0; number < 20; number += 1) await receive(number);
  await expect(receive(20)).rejects.toThrow(GateCrowded);
  expect(await db.select().from(mailOriginal)).toHaveLength(20);
  await expect(receive(0)).resolves.toBeUndefined();
});

test("a request of Postmark that ends its reader is kept as well", async () => {
  openThreads(slowReader(0, { error: "RangeError" }));
  const read = await readPostmark(Buffer.from("{}"));
  expect(read).toMatchObject({ ok: true, value: { kind: "unreadable", original: { size: 2 } } });
});
