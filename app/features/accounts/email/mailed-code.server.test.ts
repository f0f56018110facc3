import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { dana, digitsIn, password, useAccountSite } from "#tests/fixtures/account-site.ts";
import { EmailOnly } from "../accounts.ts";
import { session, user, verification } from "../tables.server.ts";

const { site, db } = useAccountSite();

const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
const codeOf = async () => digitsIn(await site.mailText("verify-email"));
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const verify = (at: ReturnType<typeof site.visit>, code: string) => at.post("/api/auth/verify-email", { code });
const otherBrowser = {
  error: {
    code: "other_browser",
    message:
      "A code works only in the browser that asked for it. Open the link in the email, or ask for a new code here.",
  },
};
const over = { error: { code: "code_over", message: "This code no longer works. Ask for a new one." } };

test("the mailed code verifies in the browser that signed up, and signs in there", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  const answer = await verify(dan, await codeOf());
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { email: dana, emailVerified: true } });
  expect([...dan.jar.keys()].sort()).toEqual(["gtmarc_device", "gtmarc_session"]);
  expect((await dan.get("/api/auth/get-session")).body).toMatchObject({ session: { aal: "aal1" } });
  expect(await db.select().from(verification)).toEqual([]);
});

test("a second tab of the browser that has just verified and signed in reports the same", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  const code = await codeOf();
  await verify(dan, code);
  const second = await verify(dan, code);
  expect([second.status, second.body]).toMatchObject([
    200,
    { message: "Your email is verified. You can sign in now." },
  ]);
  expect(await db.$count(session)).toBe(1);
});

test("ASVS 6.6.2: the same code is rejected in another browser", async () => {
  await site.signUp(dana, site.visit());
  const answer = await verify(site.visit(), await codeOf());
  expect([answer.status, answer.body]).toEqual([422, otherBrowser]);
  const second = site.visit();
  await site.signIn(dana, second);
  const right = await verify(second, await codeOf());
  expect([right.status, right.body]).toEqual([422, otherBrowser]);
  expect(await db.select().from(user)).toMatchObject([{ emailVerified: false }]);
});

test("ASVS 6.6.2: a browser cannot use another user's code", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  const danas = await codeOf();
  const lee = site.visit();
  await site.signUp("lee@northfield.example", lee);
  if (danas === digitsIn(await site.mailText("verify-email", "lee@northfield.example"))) return;
  expect((await verify(lee, danas)).status).toBe(422);
});

test("ASVS 6.5.5: a code expires in ten minutes, its link in a day", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  later(601);
  expect((await verify(dan, await codeOf())).body).toEqual(over);
  expect((await dan.post("/api/auth/verify-email", { token: await site.mailedToken() })).status).toBe(200);
});

test("after five attempts even the right code is rejected; simultaneous ones share the five", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  const code = await codeOf();
  const answers = await Promise.all(Array.from({ length: 12 }, () => verify(dan, wrongFor(code))));
  const said = answers.map(({ body }) => (body as { error: { code: string } }).error.code).sort();
  expect(said).toEqual([...Array(8).fill("code_over"), ...Array(4).fill("wrong_code")]);
  expect((await verify(dan, code)).body).toEqual(over);
  expect(await db.select().from(session)).toEqual([]);
});

test("of five simultaneous right codes one verifies and signs in", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  const code = await codeOf();
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(dan, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await db.select().from(session)).toHaveLength(1);
});

test("a mailed code is accepted as mail programs and people write it", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  const code = await codeOf();
  expect((await verify(dan, `${code.slice(0, 3)} ${code.slice(3)}x`)).status).toBe(422);
  expect((await verify(dan, `${code.slice(0, 3)}\u00a0${code.slice(3)}`)).status).toBe(200);
});

test("codes are stored only as keyed hashes", async () => {
  await site.signUp();
  const code = await codeOf();
  expect(code).toMatch(/^\d{6}$/);
  expect(JSON.stringify(await db.select().from(verification))).not.toContain(code);
});

test("another mail can be requested after a minute, five times an hour, and invalidates the previous code", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  const first = await codeOf();
  const resend = () => dan.post("/api/auth/send-verification-email");
  expect((await resend()).body).toMatchObject({ error: { code: "sent_just_now" } });
  later(61);
  expect((await resend()).body).toMatchObject({ status: true });
  const second = await codeOf();
  if (first !== second) expect((await verify(dan, first)).status).toBe(422);
  for (let round = 0; round < 3; round += 1) {
    later(61);
    expect((await resend()).status).toBe(200);
  }
  later(61);
  expect((await resend()).status).toBe(429);
  expect((await verify(dan, await codeOf())).status).toBe(200);
});

test("only the browser that signed up can request another mail", async () => {
  await site.signUp();
  later(120);
  expect((await site.visit().post("/api/auth/send-verification-email", { email: dana })).status).toBe(422);
  expect(await site.mails()).toHaveLength(1);
});

test("signing in unverified gives the browser its own request, so that the code works there", async () => {
  await site.signUp();
  later(360);
  const elsewhere = site.visit();
  expect((await site.signIn(dana, elsewhere)).body).toMatchObject({ error: { code: "email_not_verified" } });
  expect((await verify(elsewhere, await codeOf())).status).toBe(200);
  expect((await site.signIn(dana, site.visit(), password)).status).toBe(200);
});

test("an account disabled in the meantime is verified but not signed in", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  await db.update(user).set({ disabledAt: new Date() }).where(eq(user.email, dana));
  const answer = await verify(dan, await codeOf());
  expect(answer.body).toEqual({ status: true, message: "Your email is verified. You can sign in now." });
  expect(await db.select().from(session)).toEqual([]);
});

test("a sign-in soon after the last mail sends none, reports that, and lets its browser request another", async () => {
  await site.signUp();
  const elsewhere = site.visit();
  const answer = await site.signIn(dana, elsewhere);
  expect([answer.status, answer.body]).toMatchObject([403, { error: { code: "verification_mailed_recently" } }]);
  expect(JSON.stringify(answer.body)).not.toContain("We have sent you a link");
  expect(await site.mails()).toHaveLength(1);

  const resend = () => elsewhere.post("/api/auth/send-verification-email");
  expect((await resend()).status).toBe(409);
  later(61);
  expect((await resend()).status).toBe(200);
  expect(await site.mails()).toHaveLength(2);
  expect((await verify(elsewhere, await codeOf())).status).toBe(200);
});

test("a sign-in in the browser that signed up leaves its mailed code valid", async () => {
  const dan = site.visit();
  await site.signUp(dana, dan);
  expect((await site.signIn(dana, dan)).body).toMatchObject({ error: { code: "verification_mailed_recently" } });
  expect((await verify(dan, await codeOf())).status).toBe(200);
});

test("a wrong password gives no browser a token to request mails, and repeated sign-ins leave one request without a code", async () => {
  await site.signUp();
  const stranger = site.visit();
  await site.signIn(dana, stranger, "Wrong-2026");
  later(120);
  expect((await stranger.post("/api/auth/send-verification-email")).status).toBe(422);
  for (const visit of [site.visit(), site.visit(), site.visit()]) await site.signIn(dana, visit);
  const requests = (await db.select().from(verification)).filter(({ identifier }) =>
    identifier.startsWith("verify-request"),
  );
  expect(requests.map(({ codeHash }) => codeHash === null).sort()).toEqual([false, true]);
});

test("the email-only form shows the specified message", () => {
  expect(EmailOnly.safeParse({ email: "dana@" }).error?.issues[0]?.message).toBe("Please enter a valid email address");
});
