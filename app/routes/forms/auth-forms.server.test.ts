import { expect, test } from "vitest";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { session } from "#app/features/accounts/tables.server.ts";
import { dana, digitsIn, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { formsOf } from "#tests/fixtures/refused-forms.ts";
import { authForms } from "./auth-forms.server.ts";

const { site, db, ctx } = useAccountSite();
const posted = formsOf(authForms);
const send = (path: string, fields: Record<string, string>) =>
  posted({ ...asAnonymous(ctx), now: new Date() }, path, fields);
const signIn = (word: string, path = "/auth") => send(path, { intent: "sign-in", email: dana, password: word });

test("without scripts a visitor signs up, verifies the address and signs in", async () => {
  const form = { intent: "sign-up", email: dana, password, confirmPassword: password };
  expect(await send("/auth?tab=signup&next=/verify-access", form)).toEqual({
    status: 303,
    location: "/auth?step=verify&notice=signed-up&next=%2Fverify-access",
  });
  expect(digitsIn(await site.mailText("verify-email"))).toHaveLength(6);
  expect(await signIn(password)).toEqual({ status: 303, location: expect.stringContaining("step=verify") });
  await site.visit().post("/api/auth/verify-email", { token: await site.mailedToken() });
  expect(await signIn(password, "/auth?next=/verify-access")).toEqual({
    status: 303,
    location: "/auth?next=%2Fverify-access",
  });
  expect(await db.$count(session)).toBe(1);
});

test("a refused form is shown again with its address and errors, without a password, and signs no one in", async () => {
  await site.member();
  const form = { intent: "sign-up", email: dana, password, confirmPassword: password };
  expect(await send("/auth?tab=signup", { ...form, confirmPassword: "Other-2026" })).toEqual({
    status: 422,
    values: { email: dana },
    fields: { confirmPassword: accountMessages.passwordsDiffer },
    message: accountMessages.passwordsDiffer,
  });
  expect(await send("/auth?tab=signup", form)).toMatchObject({
    status: 422,
    fields: { email: accountMessages.emailTaken },
  });
  expect(await signIn("Wrong-2026")).toMatchObject({
    status: 401,
    values: { email: dana },
    message: accountMessages.invalidCredentials,
  });
  expect(await send("/auth?step=verify", { intent: "verify", code: "12" })).toMatchObject({
    status: 422,
    fields: { code: expect.any(String) },
  });
  expect(await db.$count(session)).toBe(0);
});

test("an unknown intent is left to the page, which refuses the method", async () => {
  expect(await send("/auth", { intent: "constructor" })).toBeNull();
  expect(await send("/auth", {})).toBeNull();
});

test("an admin without scripts is asked for the second factor", async () => {
  await site.admin();
  const form = { intent: "sign-in", email: "admin@gtmarc.example", password };
  expect(await send("/auth", form)).toEqual({ status: 303, location: "/auth?step=code" });
  expect(await send("/auth?step=code", { intent: "code", code: "000000" })).toEqual({
    status: 303,
    location: "/auth?notice=challenge-over",
  });
});

test("without scripts a sign-in link and a new password are asked for", async () => {
  await site.member();
  expect(await send("/auth?step=link", { intent: "link", email: dana })).toEqual({
    status: 303,
    location: "/auth?step=link&notice=link-mailed",
  });
  expect(await send("/reset-password", { intent: "ask", email: "dana" })).toMatchObject({ status: 422 });
  expect(await send("/reset-password", { intent: "ask", email: dana })).toEqual({
    status: 303,
    location: "/reset-password?step=code",
  });
  const token = tokenIn(await site.mailText("reset-password"), "/reset-password");
  const set = (newPassword: string) =>
    send(`/reset-password?token=${token}`, { intent: "set", token, newPassword, confirmPassword: newPassword });
  expect(await set("short")).toMatchObject({ status: 422, values: { email: "" } });
  expect(await set("Meadow-Lines-2027")).toEqual({ status: 303, location: "/auth?notice=password-reset" });
  expect(await signIn("Meadow-Lines-2027")).toEqual({ status: 303, location: "/auth" });
});
