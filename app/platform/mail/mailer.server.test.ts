import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMailFile, listMailFiles, writeMailFile } from "./mailbox.server.ts";
import { createMailer, type OutgoingMail } from "./mailer.server.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "gtmarc-mailer-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const mail: OutgoingMail = {
  id: "0199-one",
  messageId: "<0199-one@gtmarc.example>",
  date: new Date("2026-03-02T15:00:00.000Z"),
  to: "dana@northfield.example",
  replyTo: "team@gtmarc.example",
  subject: "Grüße: a code 🔑",
  html: "<p>Your code is <b>407219</b></p>",
  text: "Your code is 407219",
  headers: { "List-Unsubscribe": "<https://gtmarc.example/unsubscribe/abc>" },
  attachments: [
    { filename: "call.ics", contentType: "text/calendar; charset=utf-8; method=REQUEST", content: "SUMMARY:Café" },
    {
      filename: "plan ü.pdf",
      contentType: "application/pdf",
      content: Buffer.from([1, 2, 255]).toString("base64"),
      encoding: "base64",
    },
  ],
};
const fileMailer = () =>
  createMailer({ SMTP_URL: undefined, DATA_DIR: dataDir, MAIL_FROM: "GTMarc <hello@gtmarc.example>" });

test("without a mail server each mail is one private RFC 5322 file with all of its content", async () => {
  const handover = await fileMailer().send(mail);
  expect(handover).toEqual({ outcome: "accepted", answer: "written to mailbox/20260302T150000.000Z-0199-one.eml" });
  const files = await readdir(join(dataDir, "mailbox"));
  expect(files).toEqual(["20260302T150000.000Z-0199-one.eml"]);
  const path = join(dataDir, "mailbox", files[0]!);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, "mailbox"))).mode & 0o777).toBe(0o700);

  const raw = await readFile(path);
  expect(raw.toString("latin1").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const parsed = await PostalMime.parse(raw);
  expect(parsed).toMatchObject({
    from: { name: "GTMarc", address: "hello@gtmarc.example" },
    to: [{ address: "dana@northfield.example", name: "" }],
    replyTo: [{ address: "team@gtmarc.example" }],
    subject: "Grüße: a code 🔑",
    messageId: "<0199-one@gtmarc.example>",
    date: "2026-03-02T15:00:00.000Z",
    text: "Your code is 407219\n",
    html: "<p>Your code is <b>407219</b></p>\n",
  });
  expect(parsed.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
  expect(parsed.headers).toContainEqual(
    expect.objectContaining({ key: "list-unsubscribe", value: "<https://gtmarc.example/unsubscribe/abc>" }),
  );
  const [calendar, plan] = parsed.attachments;
  // The parser ends every calendar with a line break.
  expect(calendar).toMatchObject({ filename: "call.ics", mimeType: "text/calendar", method: "REQUEST" });
  expect(new TextDecoder().decode(calendar!.content as ArrayBuffer).trimEnd()).toBe("SUMMARY:Café");
  expect(plan).toMatchObject({ filename: "plan ü.pdf", mimeType: "application/pdf" });
  expect([...new Uint8Array(plan!.content as ArrayBuffer)]).toEqual([1, 2, 255]);
});

test("an invitation is also the last alternative of the body, with its method", async () => {
  const text = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Café = coffee\r\nEND:VCALENDAR\r\n";
  const contentType = "text/calendar; charset=utf-8; method=REQUEST";
  const invitation = { filename: "call.ics", contentType, content: text, isAlternative: true };
  await fileMailer().send({ ...mail, attachments: [invitation] });
  const [name] = await listMailFiles(dataDir);
  const raw = (await findMailFile(dataDir, name!))!.toString("utf8");
  const types = [...raw.matchAll(/^Content-Type: ([^;\r]+)/gim)].map(([, type]) => type);
  const body = ["text/plain", "text/html", "text/calendar"];
  expect(types).toEqual(["multipart/mixed", "multipart/alternative", ...body, "text/calendar"]);
  const parts = raw.split(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/m);
  expect(parts[1]).toMatch(/^\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nBEGIN:VCALENDAR\r\n/);
  const { attachments } = await PostalMime.parse(raw);
  expect(attachments).toMatchObject([
    { mimeType: "text/calendar", method: "REQUEST" },
    { mimeType: "text/calendar", method: "REQUEST", filename: "call.ics", disposition: "attachment" },
  ]);
  // The parser normalizes line breaks.
  for (const { content } of attachments)
    expect(new TextDecoder().decode(content as ArrayBuffer)).toBe(text.replaceAll("\r\n", "\n"));
});

test("sending the same mail again replaces its file, so a retry after a crash creates no second mail", async () => {
  const mailer = fileMailer();
  await mailer.send(mail);
  await mailer.send(mail);
  expect(await listMailFiles(dataDir)).toHaveLength(1);
});

test("a line break in a header is refused permanently, and nothing is written", async () => {
  const mailer = fileMailer();
  const injections: Partial<OutgoingMail>[] = [
    { subject: "Hello\r\nBcc: everyone@example.com" },
    { to: "dana@northfield.example\r\nBcc: everyone@example.com" },
    { replyTo: "team@gtmarc.example\nX-Evil: 1" },
    { headers: { "X-Note": "a\rb" } },
    { messageId: "<a@b>\r\nX-Evil: 1" },
  ];
  for (const injection of injections)
    expect(await mailer.send({ ...mail, ...injection })).toMatchObject({ outcome: "refused" });
  expect(await listMailFiles(dataDir)).toEqual([]);
});

test("an address is always a single recipient, whatever it contains", async () => {
  await fileMailer().send({ ...mail, to: "dana@northfield.example, eve@example.com" });
  const [name] = await listMailFiles(dataDir);
  const parsed = await PostalMime.parse((await findMailFile(dataDir, name!))!);
  expect(parsed.to?.map(({ address }) => address)).not.toContain("eve@example.com");
});

test("a mailbox that cannot be written is retried", async () => {
  const blocked = join(dataDir, "file");
  await writeMailFile(dataDir, { time: mail.date, id: "x", content: Buffer.from("x") });
  await chmod(join(dataDir, "mailbox"), 0o700);
  const mailer = createMailer({
    SMTP_URL: undefined,
    DATA_DIR: join(dataDir, "mailbox", "20260302T150000.000Z-x.eml", blocked),
    MAIL_FROM: "hello@gtmarc.example",
  });
  expect(await mailer.send(mail)).toMatchObject({ outcome: "later" });
});

test("files are listed newest first; partial and foreign files are ignored; names never leave the mailbox", async () => {
  expect(await listMailFiles(dataDir)).toEqual([]);
  for (const [time, id] of [
    ["2026-03-02T15:00:00Z", "a"],
    ["2026-03-02T15:00:02Z", "b"],
    ["2026-03-02T15:00:01Z", "c"],
  ] as const)
    await writeMailFile(dataDir, { time: new Date(time), id, content: Buffer.from(id) });
  await writeMailFile(dataDir, { time: mail.date, id: "../escape", content: Buffer.from("x") }).catch((error: Error) =>
    expect(error.message).toContain("cannot be part of a file name"),
  );
  expect((await listMailFiles(dataDir)).map((name) => name.at(-5))).toEqual(["b", "c", "a"]);
  expect(String(await findMailFile(dataDir, "20260302T150000.000Z-a.eml"))).toBe("a");
  for (const name of [
    "../secret",
    "..%2fsecret",
    "20260302T150000.000Z-a.eml/../../secret",
    "20260302T150000.000Z-zz.eml",
    "",
  ])
    expect(await findMailFile(dataDir, name)).toBeNull();
});

test("an SMTP_URL with the wrong scheme is explained by the check and in the outcome of a mail", async () => {
  const sockets = new Set<Socket>();
  const listen = async (greeting: string) => {
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      if (greeting) socket.write(greeting);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { server, port: (server.address() as { port: number }).port };
  };
  const [silent, plain] = [await listen(""), await listen("220 mail.example ESMTP\r\n")];
  const settings = { DATA_DIR: dataDir, MAIL_FROM: "hello@gtmarc.example", greetingSeconds: 0.3 };
  // A port that begins with TLS waits for the client.
  const toTls = createMailer({ ...settings, SMTP_URL: `smtp://127.0.0.1:${silent.port}` });
  expect(await toTls.check()).toContain("its address needs smtps:// instead of smtp://");
  expect(await toTls.send(mail)).toMatchObject({ outcome: "later", answer: expect.stringContaining("smtps://") });
  const toPlain = createMailer({ ...settings, SMTP_URL: `smtps://127.0.0.1:${plain.port}` });
  expect(await toPlain.check()).toContain("Its address needs smtp:// instead of smtps://");
  for (const mailer of [toTls, toPlain]) mailer.close();
  for (const socket of sockets) socket.destroy();
  for (const { server } of [silent, plain]) server.close();
});
