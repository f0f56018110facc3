import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { createMailer, type OutgoingMail } from "#app/platform/mail/mailer.server.ts";
import { findAttachment, findMail, listMailbox, mailboxIsOpenTo } from "./mailbox.server.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "gtmarc-mailbox-"));
  useSettings({ DATA_DIR: dataDir, SMTP_URL: undefined, production: false });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const keep = (id: string, minute: number, changes: Partial<OutgoingMail> = {}) =>
  createMailer({ SMTP_URL: undefined, DATA_DIR: dataDir, MAIL_FROM: "GTMarc <hello@gtmarc.example>" }).send({
    id,
    messageId: `<${id}@gtmarc.example>`,
    date: new Date(Date.UTC(2026, 2, 2, 15, minute)),
    to: "dana@northfield.example",
    replyTo: null,
    subject: `Mail ${id}`,
    html: "<h1>Hello</h1>",
    text: "Hello",
    headers: {},
    attachments: [],
    ...changes,
  });

test("the mailbox is open to requests from this machine only", () => {
  expect(mailboxIsOpenTo({ isLocal: true })).toBe(true);
  expect(mailboxIsOpenTo({ isLocal: false })).toBe(false);
});

test("the mailbox is closed in production and when a real mail server is set", () => {
  useSettings({ production: true });
  expect(mailboxIsOpenTo({ isLocal: true })).toBe(false);
  useSettings({ production: false, SMTP_URL: "smtp://mail.example" });
  expect(mailboxIsOpenTo({ isLocal: true })).toBe(false);
});

test("the list is newest first and has the total number", async () => {
  expect(await listMailbox(10)).toEqual({ mails: [], total: 0 });
  await keep("a", 1);
  await keep("c", 3);
  await keep("b", 2);
  const { mails, total } = await listMailbox(2);
  expect(total).toBe(3);
  expect(mails.map(({ subject }) => subject)).toEqual(["Mail c", "Mail b"]);
  expect(mails[0]).toEqual({
    name: "20260302T150300.000Z-c",
    to: "dana@northfield.example",
    subject: "Mail c",
    date: "2026-03-02T15:03:00.000Z",
  });
});

test("one mail is found with its headers, bodies and attachments; a missing one is null", async () => {
  await keep("a", 1, { attachments: [{ filename: "plan.pdf", contentType: "application/pdf", content: "BEGIN" }] });
  const mail = await findMail("20260302T150100.000Z-a");
  expect(mail).toMatchObject({
    subject: "Mail a",
    text: "Hello\n",
    html: "<h1>Hello</h1>\n",
    attachments: [{ place: 0, filename: "plan.pdf", mimeType: "application/pdf", sizeBytes: 5 }],
  });
  expect(mail!.headers).toContainEqual({ name: "Message-ID", value: "<a@gtmarc.example>" });
  const file = await findAttachment("20260302T150100.000Z-a", 0);
  expect(new TextDecoder().decode(file!.content)).toBe("BEGIN");
  expect(await findAttachment("20260302T150100.000Z-a", 1)).toBeNull();
  expect(await findMail("20260302T150100.000Z-b")).toBeNull();
  expect(await findMail("../../etc/passwd")).toBeNull();
});
