import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { twoFactor } from "#app/features/accounts/tables.server.ts";
import { troubleText } from "#app/features/booking/calendars/provider.ts";
import { type AccountRow, providerOf } from "#app/features/booking/calendars/provider-of.server.ts";
import { followSettings } from "#app/features/settings/follow-settings.server.ts";
import { changeSettings, undoSetting } from "#app/features/settings/settings.server.ts";
import { readSecret, rotateSecret } from "#app/features/webhooks/endpoints/endpoint-commands.server.ts";
import { webhookEndpoint } from "#app/features/webhooks/tables.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { env, storedSettingProblems, useEnvironment } from "#app/platform/env.server.ts";
import { openSealed, sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { listUnreadable, resealTexts } from "./resealing.ts";

const { db, ctx, connection } = useDatabase();
const operator = { ...ctx, actor: commandLine };
const [former, current] = ["former-secret-".padEnd(32, "a"), "current-secret-".padEnd(32, "b")];
const startWith = (SECRET: string) => useEnvironment({ DATA_DIR: "./node_modules/.cache/gtmarc-test-data", SECRET });

test("after a change of SECRET the former one encrypts every secret again, and running processes use them", async () => {
  startWith(former);
  const { actor } = await as(ctx, "dana@northfield.example");
  const name = "mail.webhook_secret";
  for (const value of ["first-of-sixteen-letters", "second-of-sixteen-letters"])
    await changeSettings(operator, { changes: [{ name, value }] });
  await db.insert(twoFactor).values({
    userId: actor.userId,
    secret: sealText("TOTP"),
    status: "verified",
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  await db.insert(webhookEndpoint).values({
    ...{ url: "https://harbor.example/hook", description: "", events: ["booking.made"], headerNames: [] },
    ...{
      secret: sealText("whsec_1"),
      headers: sealText("[]"),
      createdAt: ctx.now,
      secretCreatedAt: ctx.now,
      ratePerMinute: 60,
    },
  });

  startWith(current);
  const follow = await followSettings(db, { connection, listen: false });
  expect(storedSettingProblems()).toMatchObject([{ variable: "MAIL_WEBHOOK_SECRET" }]);
  const names = [name, "webhook endpoint at harbor.example", "authenticator of dana@northfield.example"];
  expect(await resealTexts(operator, null)).toEqual({ resealed: 0, readable: 0, unreadable: names });
  expect(await resealTexts(operator, "wrong".padEnd(32, "c"))).toMatchObject({ resealed: 0, unreadable: names });
  expect(await listUnreadable(operator)).toEqual(names.slice(1));
  expect(await resealTexts(operator, former)).toEqual({ resealed: 5, readable: 0, unreadable: [] });
  expect(await resealTexts(operator, former)).toEqual({ resealed: 0, readable: 5, unreadable: [] });

  await follow.refresh();
  expect(env().MAIL_WEBHOOK_SECRET).toBe("second-of-sixteen-letters");
  expect(storedSettingProblems()).toEqual([]);
  await undoSetting(operator, { name });
  expect(env().MAIL_WEBHOOK_SECRET).toBe("first-of-sixteen-letters");
  const [factor] = await db.select().from(twoFactor);
  expect(openSealed(factor!.secret)).toBe("TOTP");
  await follow.close();
});

test("an endpoint with an unreadable secret says so until its secret is replaced; a calendar account names it as its trouble", async () => {
  const [wrong, right] = [sealText("whsec_1", former), sealText("[]", former)];
  const [row] = await db
    .insert(webhookEndpoint)
    .values({
      ...{ url: "https://harbor.example/hook", description: "Harbor", events: ["booking.made"], headerNames: [] },
      ...{ secret: wrong, headers: right, createdAt: ctx.now, secretCreatedAt: ctx.now, ratePerMinute: 60 },
    })
    .returning();
  startWith(current);
  const admin = await asAdmin(ctx);
  const endpointId = row!.id;
  const page = () => pageText(admin, `/admin/webhook-setup-guide/endpoints/${endpointId}`);
  expect(await page()).toContain("Nothing is sent: the secret or a header cannot be read.");
  await expect(readSecret(admin, { endpointId })).rejects.toThrow("encrypted with another SECRET");
  expect(await rotateSecret(admin, { endpointId, version: row!.version })).toMatchObject({ ok: true });
  expect(await page()).not.toContain("Nothing is sent");
  expect(await listUnreadable(operator)).toEqual([]);

  const provider = providerOf(ctx, { server: "https://dav.example", username: "dana", secret: wrong } as AccountRow);
  const tried = await provider.listCalendars();
  if (tried.ok) throw new Error("It was read.");
  expect(troubleText[tried.reason.kind]).toContain("encrypted with another SECRET");
});

test("every column that the product seals is among the places", async () => {
  const { rows } = await db.execute<{ place: string }>(
    sql`select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name ~ 'secret|token_sealed|sealed|encrypted' order by 1`,
  );
  expect(
    rows.map(({ place }) => place).filter((place) => !/created_at|until|_hash|is_encrypted|^message\./.test(place)),
  ).toEqual([
    "calendar_account.secret",
    "two_factor.secret",
    "webhook_endpoint.previous_secret",
    "webhook_endpoint.secret",
  ]);
});
