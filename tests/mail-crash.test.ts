import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { migrateDatabase } from "#app/platform/database/migrations.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { openDatabase } from "#server/database.ts";
import { startMailServer } from "./fakes/mail-server.ts";
import { productSettings } from "./fixtures/external-database.ts";
import { startProduct } from "./fixtures/product.ts";
import { scratch } from "./fixtures/scratch.ts";

const mails = 5000;

/**
 * The built product, killed with SIGKILL while 5,000 mails are due and restarted, with a real mail server. Mail that the server
 * had accepted without a recorded outcome is sent again with the same Message-ID: at most 32 unrecorded outcomes and one mail
 * on each of ten lanes. This is counted and printed.
 */
test("5,000 due mails survive kill -9 of the server: each recipient has one, and only mail in flight is sent twice", async () => {
  const dataDir = scratch();
  const sink = await startMailServer({ keeps: "ids" });
  const settings = { SMTP_URL: sink.url, MAIL_FROM: "GTMarc <hello@gtmarc.example>" };
  await queue(dataDir);

  const first = await startProduct(dataDir, settings);
  await expect.poll(() => sink.ids.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(mails / 3);
  first.signal("SIGKILL");
  await first.ended();
  // The mail server still reads what the product's sockets contained when it was killed.
  await expect.poll(() => sink.busy(), { interval: 5 }).toBe(0);
  const takenBefore = sink.ids.length;
  const noted = await countSent(dataDir);
  // The lease of claimed mail lasts five minutes; the test expires it now.
  await onDatabase(dataDir, (db) =>
    db.execute(sql`update ${message} set locked_until = now() where status = 'sending'`),
  );

  const second = await startProduct(dataDir, settings);
  const ready = performance.now();
  await expect.poll(() => sink.ids.length, { interval: 20 }).toBeGreaterThan(takenBefore);
  const secondsToNext = Number(((performance.now() - ready) / 1000).toFixed(1));
  await expect.poll(() => new Set(sink.ids).size, { timeout: 120_000, interval: 50 }).toBe(mails);
  await expect.poll(() => countSent(dataDir), { interval: 500 }).toBe(mails);
  second.signal("SIGTERM");
  await second.ended();
  await sink.close();

  const twice = sink.ids.length - mails;
  process.stdout.write(
    `${JSON.stringify({ mails, takenBeforeTheKill: takenBefore, notedBeforeTheKill: noted, cameTwice: twice, secondsToNext })}\n`,
  );
  expect(takenBefore).toBeLessThan(mails);
  expect(new Set(sink.ids).size).toBe(mails);
  expect(twice).toBe(takenBefore - noted);
  expect(twice).toBeLessThanOrEqual(42);
});

async function queue(dataDir: string) {
  await onDatabase(dataDir, async (db) => {
    const now = new Date(Date.now() - 1000);
    for (let from = 0; from < mails; from += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => {
        const id = newId();
        return {
          id,
          kind: "crash",
          toAddress: `person${from + n}@northfield.example`,
          subject: `Register ${from + n}`,
          html: "<p>The register lists eighteen automations.</p>",
          text: "The register lists eighteen automations.",
          messageId: `<${id}@gtmarc.example>`,
          nextAttemptAt: now,
          createdAt: now,
        };
      });
      await db.insert(message).values(rows);
    }
  });
}

const countSent = (dataDir: string) => onDatabase(dataDir, (db) => db.$count(message, sql`${message.status} = 'sent'`));

async function onDatabase<Value>(dataDir: string, work: (db: ReturnType<typeof createDb>) => Promise<Value>) {
  const { connection, release } = await openDatabase(await productSettings(dataDir), "command");
  const pool = openPool(connection);
  try {
    await migrateDatabase(connection);
    return await work(createDb(pool));
  } finally {
    await pool.end();
    await release();
  }
}
