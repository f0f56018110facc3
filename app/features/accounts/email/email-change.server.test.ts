import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { dana, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { accountEmailChanged } from "../events.ts";
import { emailChange, profile, user } from "../tables.server.ts";

const database = useAccountSite();
const { site, db } = database;
const elsewhere = "dana@meridian.example";
afterEach(() => {
  vi.useRealTimers();
  forgetListeners();
});

type Visitor = ReturnType<typeof site.visit>;
async function member(): Promise<Visitor> {
  await site.member();
  const visitor = site.visit();
  await site.signIn(dana, visitor);
  return visitor;
}
const ask = (at: Visitor, newEmail = elsewhere, word = password) =>
  at.post("/api/auth/change-email", { newEmail, password: word });
const link = async (kind: string, to: string) => tokenIn(await site.mailText(kind, to), "/auth/email-change");
const press = async (token: string, at = site.visit()) =>
  (await at.form("/auth/email-change", { token })).headers.get("location");
const addresses = async () => (await db.select().from(user)).map(({ email }) => email);

test("the address changes only after the old one has confirmed and the new one has verified", async () => {
  const heard: unknown[] = [];
  onEvent(accountEmailChanged, async (_ctx, change) => void heard.push(change));
  const dan = await member();
  const other = site.visit();
  await site.signIn(dana, other);
  expect((await ask(dan)).body).toEqual({ status: true });
  expect(await site.mails()).not.toContain(`email-change-verify ${elsewhere}`);

  expect(await press(await link("email-change-confirm", dana))).toBe("/auth/email-change?done=asked");
  expect(await addresses()).toEqual([dana]);
  expect(await press(await link("email-change-verify", elsewhere), dan)).toBe("/auth/email-change?done=moved");
  expect(await addresses()).toEqual([elsewhere]);
  expect(await db.select().from(profile)).toMatchObject([{ workEmail: elsewhere }]);
  expect(await db.select().from(emailChange)).toEqual([]);
  expect(heard).toMatchObject([{ oldEmail: dana, newEmail: elsewhere }]);
  expect((await site.mails()).filter((mail) => mail.startsWith("email-changed"))).toEqual([
    `email-changed ${dana}`,
    `email-changed ${elsewhere}`,
  ]);
  expect((await dan.get("/api/auth/get-session")).body).toMatchObject({ user: { email: elsewhere } });
  expect((await other.get("/api/auth/get-session")).body).toBeNull();
  expect((await site.signIn(dana)).status).toBe(401);
  expect((await site.signIn(elsewhere)).status).toBe(200);
});

test("ASVS 7.5.1: a change requires the password; opening a link changes nothing", async () => {
  const dan = await member();
  expect((await ask(dan, elsewhere, "Wrong-2026")).body).toMatchObject({
    error: { fields: { password: "Current password is incorrect" } },
  });
  await ask(dan);
  const token = await link("email-change-confirm", dana);
  await site.visit().get(`/auth/email-change?token=${token}`);
  expect(await db.select().from(emailChange)).toMatchObject([{ confirmedAt: null }]);
});

test("a link from the old address does not work at the new one, and each can be used once", async () => {
  const dan = await member();
  await ask(dan);
  const first = await link("email-change-confirm", dana);
  expect(await press(first)).toBe("/auth/email-change?done=asked");
  expect(await press(first)).toBe("/auth/email-change");
  const second = await link("email-change-verify", elsewhere);
  expect(await press(second)).toBe("/auth/email-change?done=moved");
  expect(await press(second)).toBe("/auth/email-change");
});

test("ASVS 6.3.8: a taken address gets the same response as a free one; its owner is notified and nothing changes", async () => {
  const dan = await member();
  await site.member(elsewhere);
  expect((await ask(dan)).body).toEqual({ status: true });
  expect(await press(await link("email-change-confirm", dana))).toBe("/auth/email-change?done=asked");
  const mails = await site.mails();
  expect(mails).toContain(`email-change-taken ${elsewhere}`);
  expect(mails).not.toContain(`email-change-verify ${elsewhere}`);
});

test("a new address that gets an account between the two mails is rejected", async () => {
  const dan = await member();
  await ask(dan);
  await press(await link("email-change-confirm", dana));
  const token = await link("email-change-verify", elsewhere);
  await site.member(elsewhere);
  expect(await press(token)).toBe("/auth/email-change");
  expect((await addresses()).sort()).toEqual([elsewhere, dana].sort());
});

test("a change expires after an hour and ends when it is canceled or another one starts", async () => {
  const dan = await member();
  await ask(dan);
  const first = await link("email-change-confirm", dana);
  await dan.post("/api/auth/cancel-email-change");
  expect(await press(first)).toBe("/auth/email-change");
  await ask(dan);
  const second = await link("email-change-confirm", dana);
  await ask(dan, "third@meridian.example");
  expect(await press(second)).toBe("/auth/email-change");
  const third = await link("email-change-confirm", dana);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  expect(await press(third)).toBe("/auth/email-change");
});

test("the user's own address and invalid ones show a field error", async () => {
  const dan = await member();
  for (const [newEmail, message] of [
    [dana.toUpperCase(), "That is already your address."],
    ["dana@", "Invalid email address"],
    ["dana@meridian.example\r\nBcc: x@evil.example", "Invalid email address"],
  ] as const)
    expect((await ask(dan, newEmail)).body).toMatchObject({ error: { fields: { newEmail: message } } });
  expect(await db.select().from(emailChange)).toEqual([]);
});

test("This wasn't me in the first mail cancels the change and locks the account", async () => {
  const dan = await member();
  await ask(dan);
  const text = await site.mailText("email-change-confirm");
  await site.visit().form("/auth/not-me", { token: tokenIn(text, "/auth/not-me") });
  expect(await db.select().from(emailChange)).toEqual([]);
  expect(await press(tokenIn(text, "/auth/email-change"))).toBe("/auth/email-change");
  expect((await site.signIn()).status).toBe(401);
});

test("links in mails to the old address do not open the account once it has moved", async () => {
  const dan = await member();
  await ask(dan);
  const toOld = await site.mailText("email-change-confirm", dana);
  await press(tokenIn(toOld, "/auth/email-change"));
  await press(await link("email-change-verify", elsewhere), dan);
  const pressed = await site.visit().form("/auth/not-me", { token: tokenIn(toOld, "/auth/not-me") });
  expect(pressed.headers.get("location")).not.toContain("reset-password");
  expect((await site.signIn(elsewhere)).status).toBe(200);
  const toNew = tokenIn(await site.mailText("email-changed", elsewhere), "/auth/not-me");
  expect((await site.visit().form("/auth/not-me", { token: toNew })).headers.get("location")).toContain(
    "reset-password",
  );
});

/** Waits until `count` statements are blocked on a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0].count;
    })
    .toBe(count);
/** Opens a transaction that has inserted the new address, so that changes to it block. */
async function takeAddress() {
  const other = await database.pool.connect();
  await other.query("begin");
  await other.query(`insert into "user" (id, name, email) values (gen_random_uuid(), 'lee', $1)`, [elsewhere]);
  return async (end: "commit" | "rollback") => {
    await other.query(end);
    other.release();
  };
}

test("of two simultaneous changes to one address, one succeeds and the other is refused", async () => {
  const dan = await member();
  await site.member("lee@northfield.example");
  const lee = site.visit();
  await site.signIn("lee@northfield.example", lee);
  await ask(dan);
  await ask(lee);
  await press(await link("email-change-confirm", dana));
  const danas = await link("email-change-verify", elsewhere);
  await press(await link("email-change-confirm", "lee@northfield.example"));
  const lees = await link("email-change-verify", elsewhere);
  const end = await takeAddress();
  const moves = Promise.all([press(danas), press(lees)]);
  await untilWaiting(2);
  await end("rollback");
  expect((await moves).sort()).toEqual(["/auth/email-change", "/auth/email-change?done=moved"]);
  expect(await db.select().from(user).where(eq(user.email, elsewhere))).toHaveLength(1);
});

test("a simultaneous sign-up with the new address wins, and the change is refused", async () => {
  const dan = await member();
  await ask(dan);
  await press(await link("email-change-confirm", dana));
  const token = await link("email-change-verify", elsewhere);
  const end = await takeAddress();
  const move = press(token);
  await untilWaiting(1);
  await end("commit");
  expect(await move).toBe("/auth/email-change");
  expect((await addresses()).sort()).toEqual([elsewhere, dana].sort());
});
