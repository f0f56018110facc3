import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { dana, digitsIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import ResetPasswordPage, { loader } from "./reset-password.tsx";

const { site, ctx } = useAccountSite();

/** The page that a posted form gets in the browser with these cookies. */
async function pageOf(form: Partial<RefusedForm>, cookies: ReadonlyMap<string, string> = new Map()) {
  const url = "/reset-password?step=code";
  const context = pageContext({ ...asAnonymous(ctx), now: new Date() });
  const refusedForm: RefusedForm = { status: 422, values: {}, fields: {}, message: null, ...form };
  context.set(requestContext, { ...context.get(requestContext), refusedForm });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request(`http://localhost:3000${url}`, { headers: { cookie } });
  const data = await loader({ request, context, params: {} } as never);
  const Stub = createRoutesStub([{ id: "page", path: "/reset-password", Component: ResetPasswordPage as never }]);
  return renderToString(createElement(Stub, { initialEntries: [url], hydrationData: { loaderData: { page: data } } }));
}

async function tokenOfCode() {
  await site.member();
  const guest = site.visit();
  await guest.post("/api/auth/request-password-reset", { email: dana });
  const code = digitsIn(await site.mailText("reset-password"));
  return ((await guest.post("/api/auth/verify-reset-code", { code })).body as { token: string }).token;
}

test("an accepted code shows the form of the password with its token and without an error", async () => {
  const token = await tokenOfCode();
  const page = await pageOf({ status: 200, values: { email: "", token } });
  expect(page).toContain(`name="token" value="${token}"`);
  expect(page).toContain("Confirm New Password");
  expect(page).not.toContain("alert");
});

test("a refused password shows its error and keeps the token", async () => {
  const token = await tokenOfCode();
  const page = await pageOf({
    values: { email: "", token },
    fields: { newPassword: "Too short" },
    message: "Too short",
  });
  expect(page).toContain(`name="token" value="${token}"`);
  expect(page).toContain("Too short");
});

test("a token that no longer works leads back to the form of the address", async () => {
  const page = await pageOf({ values: { email: "", token: "used" }, message: accountMessages.resetLinkNotValid });
  expect(page).toContain('value="ask"');
  expect(page).not.toContain("used");
});

test("a wrong code is asked for again", async () => {
  const guest = site.visit();
  await guest.post("/api/auth/request-password-reset", { email: dana });
  const page = await pageOf({ values: { email: "" }, message: accountMessages.mailedCodeWrong }, guest.jar);
  expect(page).toContain('value="code"');
  expect(page).toContain(accountMessages.mailedCodeWrong);
});
