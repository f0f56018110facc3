import { scrypt } from "node:crypto";
import { expect, test, vi } from "vitest";
import { countUse, type LimitRule } from "#app/features/security/requests/limits.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { accountSite, dana, password, useAccountSite } from "#tests/fixtures/account-site.ts";

const database = useAccountSite();
const { site } = database;

const wrongly = (email = dana, at = site.visit()) => site.signIn(email, at, "Wrong-2026");
const times = async (count: number, act: (index: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await act(index)).status);
  return statuses;
};

/** Sets the counter of a rule for `who`. */
const spend = async (rule: LimitRule, who: string, uses: number) => {
  for (let use = 0; use < uses; use += 1) await countUse({ ...database.ctx, now: new Date() }, rule, who);
};

test("the eleventh failed sign-in of an account from one client is rejected, even with the right password", async () => {
  await site.member();
  expect(await times(10, () => wrongly())).toEqual(Array(10).fill(401));
  const limited = await site.signIn();
  expect(limited.status).toBe(429);
  expect(limited.body).toEqual({
    error: { code: "too_many", message: "Too many attempts. Please try again later." },
  });
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(800);
});

test("the owner can still sign in from another client, and the first client waits fifteen minutes", async () => {
  await site.member();
  await times(11, () => wrongly());
  expect((await site.signIn(dana, site.visit("198.51.100.4"))).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * minuteMs + 1000 });
  expect((await site.signIn()).status).toBe(200);
});

test("unknown addresses have the same limit as known ones", async () => {
  await site.member();
  const known = await times(12, () => wrongly());
  const unknown = await times(12, () => wrongly("unknown@northfield.example"));
  expect(unknown).toEqual(known);
});

test("a successful sign-in does not count and resets the failures before it", async () => {
  await site.member();
  expect(await times(12, () => site.signIn())).toEqual(Array(12).fill(200));
  await times(9, () => wrongly());
  expect((await site.signIn()).status).toBe(200);
  expect(await times(10, () => wrongly())).toEqual(Array(10).fill(401));
});

test("of thirty simultaneous guesses at one account, ten are checked", async () => {
  await site.member();
  const answers = await Promise.all(Array.from({ length: 30 }, () => wrongly()));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test("a client is limited to a hundred failures over all accounts, and a success with its own account does not reset them", async () => {
  await site.member();
  await spend("sign-in-client", "203.0.113.7", 94);
  const guesses = await times(6, async (index) => {
    await site.signIn();
    return wrongly(`person${index}@northfield.example`);
  });
  expect(guesses).toEqual(Array(6).fill(401));
  expect((await wrongly("another@northfield.example")).status).toBe(429);
  expect((await wrongly("another@northfield.example", site.visit("198.51.100.4"))).status).toBe(401);
});

test("rotating the left part of X-Forwarded-For changes nothing: only the proxy's own entry counts", async () => {
  await site.member();
  const statuses = await times(12, (index) => wrongly(dana, site.visit(`10.9.8.${index}, 203.0.113.7`)));
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test("without a trusted proxy X-Forwarded-For is ignored", async () => {
  const site = accountSite(database, { TRUSTED_PROXIES: [] });
  await site.member();
  const statuses = await times(12, (index) => wrongly(dana, site.visit(`203.0.113.${index}`)));
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test("a client is limited to sixty sign-ups an hour, rejected ones included", async () => {
  await spend("sign-up", "203.0.113.7", 57);
  const signUps = await times(4, (index) => site.signUp(`person${index % 2}@northfield.example`));
  expect(signUps).toEqual([200, 200, 422, 429]);
  expect((await site.signUp("new@northfield.example", site.visit("198.51.100.4"))).status).toBe(200);
});

test("sign-ups with one address are limited across clients", async () => {
  await site.member();
  await spend("sign-up", `email:${dana}`, 58);
  const asked = await times(2, (index) => site.signUp(dana, site.visit(`198.51.${index}.4`)));
  expect(asked).toEqual([422, 429]);
});

test("known and unknown addresses get the same response after the same work", async () => {
  await site.member();
  await site.signUp("unverified@northfield.example");
  const answers = new Set<string>();
  for (const email of [dana, "unknown@northfield.example", "unverified@northfield.example"]) {
    vi.mocked(scrypt).mockClear();
    const answer = await site.signIn(email, site.visit("198.51.100.7"), `${password}x`);
    const hashes = vi.mocked(scrypt).mock.calls.map(([, , length, cost]) => ({ length, cost }));
    // The hash dominates the time; skipping it for unknown addresses would reveal them.
    expect(hashes).toEqual([{ length: 64, cost: expect.objectContaining({ N: 16_384, r: 16, p: 1 }) }]);
    answers.add(JSON.stringify([answer.status, answer.body, answer.cookies, [...answer.headers.keys()].sort()]));
  }
  expect([...answers]).toHaveLength(1);
});
