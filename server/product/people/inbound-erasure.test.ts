import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { messageIdOf, queueMail } from "#app/features/mail/mail.server.ts";
import { readInboundMail } from "#app/features/mail/receiving/inbound-mail.server.ts";
import { keepOriginal } from "#app/features/mail/receiving/originals.server.ts";
import { recordReply } from "#app/features/mail/receiving/replies.server.ts";
import { replyAddressOf } from "#app/features/mail/receiving/reply-address.server.ts";
import { mailOriginal, mailReply, message } from "#app/features/mail/tables.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { enrol } from "#app/features/sequences/enrollments/enrollments.server.ts";
import { advanceDue } from "#app/features/sequences/steps/worker.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { featuresWithPersonalData } from "#app/shell/personal-data.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { columnsContaining } from "#tests/fixtures/columns-containing.ts";
import { oneMail, runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx, db, pool } = useDatabase();
const dana = "dana@northfield.example";
const marker = "quokka-7431";

beforeEach(() => {
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
    ...{ MAIL_FROM: "hello@gtmarc.example", MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example" },
  });
  forgetListeners();
  registerListeners();
});

async function mailed(): Promise<string> {
  const { id } = await runningSequence(ctx, oneMail);
  value(await createProspect(ctx, { email: dana }));
  value(await enrol(ctx, { id, email: dana }));
  await advanceDue(ctx);
  const { rows } = await pool.query("select id from message where kind = 'sequence-mail'");
  return rows[0].id;
}

async function receive(headers: Record<string, string>, body: string) {
  const raw = Object.entries(headers).map(([name, text]) => `${name}: ${text}\r\n`);
  const mail = await readInboundMail(new TextEncoder().encode(`${raw.join("")}\r\n${body}`));
  if (mail.kind === "reply") await recordReply(ctx, mail.reply);
  else await keepOriginal(ctx, mail.original!, { message: null, readAs: "unread" });
}

async function forget(email: string) {
  for (const feature of Object.values(featuresWithPersonalData))
    await feature.forgetPerson(ctx, { email, userId: null });
}

test("nothing of a person's replies is left after deletion: not in originals, forwarded copies or the queue", async () => {
  const To = replyAddressOf(await mailed())!;
  const base64 = { "Content-Transfer-Encoding": "base64", "Content-Type": "text/plain; charset=utf-8" };
  await receive({ From: dana, To, Subject: `Re: ${marker}`, "Message-ID": "<1@x.example>" }, `${marker} plain`);
  await receive(
    { From: `alias-${marker}@private.example`, To, "Message-ID": "<2@x.example>" },
    `${marker} of an alias`,
  );
  await receive({ From: dana, To, "Message-ID": "<3@x.example>", ...base64 }, Buffer.from(marker).toString("base64"));
  const found = await columnsContaining(pool, marker);
  expect(found).toEqual(
    expect.arrayContaining(["mail_original.content", "mail_reply.text", "message.html", "message.text"]),
  );
  expect(await db.$count(mailOriginal)).toBe(3);
  await forget(dana);
  expect(await columnsContaining(pool, marker)).toEqual([]);
  expect(await columnsContaining(pool, dana)).toEqual([]);
  expect([await db.$count(mailOriginal), await db.$count(mailReply), await db.$count(message)]).toEqual([0, 0, 0]);
});

test("originals that name a deleted person are deleted, also encoded, unread ones and those of others", async () => {
  const lee = { From: "lee@other.example", Subject: "x" };
  await receive({ ...lee, Subject: "A report that no one can read" }, `Could not deliver to <${dana}>.`);
  const encoded = Buffer.from(`Please write to Dana.O'Hara@northfield.example.`).toString("base64");
  await receive({ ...lee, Subject: "y", "Content-Transfer-Encoding": "base64" }, encoded);
  const { id } = await queueMail(ctx, { kind: "step", to: "lee@other.example", subject: "S", body: "Hello" as never });
  await receive({ ...lee, Cc: `=?utf-8?Q?D=C3=A4na?= <${dana}>`, "In-Reply-To": messageIdOf(id) }, "Hello");
  await receive({ ...lee, Subject: "z" }, "Please write to xdana@northfield.example.");
  expect(await db.$count(mailOriginal)).toBe(4);
  await forget(dana);
  const left = await db.select({ subject: mailOriginal.subject }).from(mailOriginal).orderBy(mailOriginal.subject);
  expect(left.map(({ subject }) => subject)).toEqual(["y", "z"]);
  await forget("dana.o'hara@northfield.example");
  expect(await db.$count(mailOriginal)).toBe(1);
});

test("originals are stored once, at most their first MiB, and deleted after 180 days", async () => {
  const big = `From: ${dana}\r\nSubject: big\r\n\r\n${"x".repeat(1_500_000)}`;
  const { original } = await readInboundMail(new TextEncoder().encode(big));
  const id = await keepOriginal(ctx, original!, { message: null, readAs: "unread" });
  expect(await keepOriginal(ctx, original!, { message: null, readAs: "unread" })).toBe(id);
  const [row] = await db.select().from(mailOriginal);
  expect([row?.content.length, row?.size]).toEqual([1024 * 1024, big.length]);
  const { sweepOriginals } = await import("#app/features/mail/receiving/originals.server.ts");
  const inDays = (days: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + days * dayMs + 1) });
  expect(await sweepOriginals(inDays(179))).toBe(0);
  expect(await sweepOriginals(inDays(180))).toBe(1);
});
