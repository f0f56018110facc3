import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { companyInvitation, emailChange, profile, session, user } from "#app/features/accounts/tables.server.ts";
import { hasClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { plainIntents } from "#app/routes/account/account/account-action.ts";
import * as accountPage from "#app/routes/account/account.tsx";
import { type EndpointEnv, newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { dana, password, useAccountSite } from "#tests/fixtures/account-site.ts";
import { as } from "#tests/fixtures/actors.ts";
import { renderPage } from "#tests/fixtures/rendered-page.tsx";
import { pageHtml, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { visitorsOf } from "#tests/fixtures/visitor.ts";
import { accountForms } from "./account-forms.server.ts";

const { site, db, ctx } = useAccountSite();
/** The forms of /account behind the request chain; instead of a page they get what it would show. */
const pages = new Hono<EndpointEnv>().route("/", accountForms).all("*", (c) => {
  const shown = c.get("refusedForm");
  return shown ? new Response(JSON.stringify(shown), { status: shown.status }) : c.text("", 405);
});
const visit = visitorsOf({ db, settings: site.settings, api: newEndpoints(), pages: pages as never });

async function signedIn() {
  if ((await db.$count(user)) === 0) await site.member();
  const visitor = visit();
  await site.signIn(dana, visitor);
  return visitor;
}
type Visitor = Awaited<ReturnType<typeof signedIn>>;
/** Where an accepted form leads. */
const accepted = async (dan: Visitor, tab: string, form: Record<string, string>) => {
  const { status, headers } = await dan.form(`/account?tab=${tab}`, form);
  return [status, headers.get("location")];
};
const names = { first_name: "Dana", last_name: "Whitlock", company_name: "Northfield" };
const profileForm = { ...names, title: "", focus_area: "", top_outcome: "", industry: "" };
const rate = { estimated_loaded_cost_per_hour: "1,80" };
const base = JSON.stringify({
  ...{ ...profileForm, first_name: "", last_name: "", company_name: "" },
  estimated_loaded_cost_per_hour: 75,
});

test("without scripts a profile is saved, and a colleague invited", async () => {
  const dan = await signedIn();
  const form = { intent: "profile", base, ...profileForm, estimated_loaded_cost_per_hour: "80" };
  expect(await accepted(dan, "profile", form)).toEqual([303, "/account?tab=profile&said=profile"]);
  expect(await db.select().from(profile)).toMatchObject([
    { firstName: "Dana", companyName: "Northfield", estimatedLoadedCostPerHour: 80 },
  ]);
  const unreadable = { ...form, base: "{}", title: "CEO" };
  expect(await accepted(dan, "profile", unreadable)).toEqual([303, "/account?tab=profile&said=profile"]);
  expect((await dan.form("/account?tab=profile", { intent: "company-invite", email: "lee" })).body).toMatchObject({
    status: 422,
    values: { email: "lee" },
    fields: { email: "Please enter a valid email address" },
  });
  const invite = { intent: "company-invite", email: "lee@northfield.example" };
  expect(await accepted(dan, "profile", invite)).toEqual([303, "/account?tab=profile&said=company-invite"]);
  const [invitation] = await db.select().from(companyInvitation);
  expect(await accepted(dan, "profile", { intent: "invitation-off", id: invitation!.id })).toEqual([
    303,
    "/account?tab=profile&said=invitation-off",
  ]);
});

test("without scripts a refused profile is shown again with its values and errors", async () => {
  const dan = await signedIn();
  const { status, body } = await dan.form("/account?tab=profile", {
    intent: "profile",
    ...profileForm,
    ...rate,
    last_name: "",
  });
  expect([status, body]).toMatchObject([
    422,
    { values: { first_name: "Dana", ...rate }, fields: { last_name: "Last name is required" } },
  ]);
  const person = await as(ctx, "shown@northfield.example");
  const again = { ...person, refusedForm: body as RefusedForm };
  const html = await pageHtml(again, "/account?tab=profile");
  expect(html).toMatch(/<input[^>]*name="first_name"[^>]*value="Dana"/);
  expect(html).toMatch(/id="profile-last_name"[^>]*aria-invalid="true"/);
  expect(html).toContain("Last name is required");
});

test("without scripts a field that another device changed is shown, and saving again replaces it", async () => {
  const dan = await signedIn();
  const form = { intent: "profile", ...profileForm, estimated_loaded_cost_per_hour: "80" };
  await dan.form("/account?tab=profile", { ...form, base });
  const late = { ...form, title: "CEO", first_name: "Dan" };
  expect((await dan.form("/account?tab=profile", { ...late, base })).body).toMatchObject({
    status: 409,
    values: { first_name: "Dan", title: "CEO" },
    fields: { first_name: expect.stringContaining("Dana") },
  });
  const current = JSON.stringify({ ...profileForm, estimated_loaded_cost_per_hour: 80 });
  expect(await accepted(dan, "profile", { ...late, base: current })).toMatchObject([303, expect.anything()]);
  expect(await db.select().from(profile)).toMatchObject([{ firstName: "Dan", title: "CEO" }]);
});

test("without scripts, saving refused profiles again replaces only what their forms changed", async () => {
  const dan = await signedIn();
  const person = await as(ctx, "shown@northfield.example");
  const [{ id: userId } = { id: "" }] = await db.select().from(user).where(eq(user.email, dana));
  const page = { ...person, actor: { ...person.actor, userId, email: dana } };
  const rate80 = { estimated_loaded_cost_per_hour: "80" };
  const send = (form: Record<string, string>) => dan.form("/account?tab=profile", { intent: "profile", ...form });
  /** The form in the page of a refusal, as a browser sends it. */
  const shownAgain = async ({ body }: { body: unknown }) => {
    const shown = await renderPage(accountPage, { ...page, refusedForm: body } as never, "/account?tab=profile");
    const fields = [...shown.querySelectorAll("form[aria-label=Profile] [name]")] as unknown as HTMLInputElement[];
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  };
  await send({ ...profileForm, ...rate80 });
  const opened = {
    ...profileForm,
    ...rate80,
    base: JSON.stringify({ ...profileForm, ...rate80 }).replace('"80"', "80"),
  };
  await send({ ...profileForm, ...rate80, first_name: "Dee", title: "CTO" });
  const incomplete = await send({ ...opened, first_name: "Dan", last_name: "" });
  const stale = await send({ ...(await shownAgain(incomplete)), last_name: "Whitlock" });
  expect([incomplete.status, stale.status]).toEqual([422, 409]);
  expect(await accepted(dan, "profile", await shownAgain(stale))).toMatchObject([303, expect.anything()]);
  expect(await db.select().from(profile)).toMatchObject([{ firstName: "Dan", lastName: "Whitlock", title: "CTO" }]);
});

test("without scripts a refused button says why on the page, and its record may be gone", async () => {
  const dan = await signedIn();
  const person = await as(ctx, "shown@northfield.example");
  const gone = "019a0000-0000-7000-8000-000000000000";
  for (const [tab, intent, id] of [
    ["security", "session-off", gone],
    ["profile", "invitation-off", gone],
    ["profile", "invitation-accept", gone],
    ["profile", "invitation-off", ""],
    ["profile", "invitation-off", ".."],
    ["profile", "domain-on", null],
  ] as const) {
    const { status, body } = await dan.form(`/account?tab=${tab}`, { intent, ...(id !== null && { id }) });
    expect([404, 409], `${intent} ${id}: ${status}`).toContain(status);
    const { message } = body as RefusedForm;
    expect(await pageText({ ...person, refusedForm: body } as never, `/account?tab=${tab}`), intent).toContain(message);
  }
});

test("without scripts the password is changed, this session stays and no password is sent back", async () => {
  const dan = await signedIn();
  await signedIn();
  const form = { intent: "password", currentPassword: password, newPassword: "Meadow-Lines-2027" };
  const differs = await dan.form("/account?tab=security", { ...form, confirmPassword: "Other-2027" });
  expect(differs.body).toEqual({
    status: 422,
    values: { intent: "password" },
    message: "Passwords don't match",
    fields: { confirmPassword: "Passwords don't match" },
  });
  const before = dan.jar.get("gtmarc_session");
  const same = { ...form, confirmPassword: form.newPassword };
  const wrong = await dan.form("/account?tab=security", { ...same, currentPassword: "Wrong-2026" });
  expect(wrong.body).toMatchObject({ fields: { currentPassword: accountMessages.currentPasswordWrong } });
  expect(await accepted(dan, "security", same)).toEqual([303, "/account?tab=security&said=password"]);
  expect(dan.jar.get("gtmarc_session")).not.toBe(before);
  expect(await db.$count(session)).toBe(1);
  expect(await accepted(dan, "security", { intent: "others-off" })).toEqual([
    303,
    "/account?tab=security&said=others-off",
  ]);
});

test("without scripts another session is ended, and a change of address is started and canceled", async () => {
  const dan = await signedIn();
  await signedIn();
  const listed = (await dan.get("/api/auth/list-sessions")).body as { id: string; current: boolean }[];
  const { id } = listed.find(({ current }) => !current)!;
  expect(await accepted(dan, "security", { intent: "session-off", id })).toEqual([
    303,
    "/account?tab=security&said=session-off",
  ]);
  expect((await dan.form("/account?tab=security", { intent: "session-off", id })).body).toMatchObject({
    status: 404,
    values: { id },
    message: accountMessages.sessionNotFound,
  });
  const email = { intent: "email", newEmail: "dana@moved.example", password };
  expect((await dan.form("/account?tab=email", { ...email, newEmail: "dana" })).body).toMatchObject({
    status: 422,
    values: { newEmail: "dana" },
    fields: { newEmail: "Invalid email address" },
  });
  expect(await accepted(dan, "email", email)).toEqual([303, "/account?tab=email&said=email"]);
  expect(await db.$count(emailChange)).toBe(1);
  expect(await accepted(dan, "email", { intent: "email-off" })).toEqual([303, "/account?tab=email&said=email-off"]);
  expect(await db.$count(emailChange)).toBe(0);
  for (const counts of [true, false]) {
    await accepted(dan, "email", { intent: "clicks", ...(counts && { counts: "yes" }) });
    expect(await hasClickConsent(ctx, dana)).toBe(counts);
  }
});

test("the sentence after a form is shown to the browser that sent it, not by a link of a mail or another site", async () => {
  const person = await as(ctx, "shown@northfield.example");
  const shown = async (site?: string) =>
    (await pageText(person, "/account?tab=security&said=keep", site ? { "sec-fetch-site": site } : {})).includes(
      plainIntents.keep.done,
    );
  for (const site of ["same-origin", undefined]) expect(await shown(site), site).toBe(true);
  for (const site of ["cross-site", "same-site", "none"]) expect(await shown(site), site).toBe(false);
});

test("without a session what was typed is kept to be sent again, and shown in its own tab if it is refused", async () => {
  const form = { ...profileForm, ...rate, intent: "profile", currentPassword: password };
  const { status, body } = await visit().form("/account?tab=profile&said=profile", form);
  expect([status, String(body)]).toEqual([401, expect.stringContaining("Your session has ended")]);
  expect(body).toMatch(/<form method="post">.*name="first_name" value="Dana"/s);
  expect(body).not.toContain(password);
  const refused = (await (await signedIn()).form("/account", form)).body;
  const person = await as(ctx, "shown@northfield.example");
  expect(await pageHtml({ ...person, refusedForm: refused } as never, "/account")).toMatch(
    /<input[^>]*name="first_name"[^>]*value="Dana"/,
  );
});

test("a new account mentions JavaScript only on tabs where something needs it", async () => {
  const person = await as(ctx, "new@northfield.example");
  for (const tab of ["things", "profile", "email", "security"])
    expect([tab, (await pageText(person, `/account?tab=${tab}`)).includes("JavaScript")]).toEqual([
      tab,
      tab === "security",
    ]);
});

test("unknown intents change nothing", async () => {
  const dan = await signedIn();
  for (const intent of ["", "constructor", "delete", "passkey-off", "company-leave"])
    expect((await dan.form("/account", { intent, password })).status, intent).toBe(405);
});
