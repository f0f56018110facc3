import { expect, test } from "vitest";
import { dana, password, useAccountSite } from "#tests/fixtures/account-site.ts";
import { session } from "../tables.server.ts";

const database = useAccountSite();
const { site } = database;

test.each([
  "sign-in/social",
  "sign-in/magic-link",
  "request-password-reset-x",
  "admin/list-users",
  "update-user",
  "delete-user",
  "link-social",
  "ok",
  "error",
  "verify-email/extra",
  "open-proven-session",
  "openProvenSession",
  "two-factor/send-otp",
  "sign-up",
  "",
])("/api/auth/%s returns 404 for every method", async (path) => {
  for (const method of ["GET", "POST", "PUT", "DELETE"]) {
    const response = await site
      .visit()
      .send(`/api/auth/${path}`, { method, ...(method === "GET" ? {} : { json: {} }) });
    expect([method, response.status]).toEqual([method, 404]);
    expect(response.body).toMatchObject({ error: { code: "not_found" } });
  }
});

test.each(["sign-out", "sign-in/email", "sign-up/email", "verify-email", "two-factor/verify-totp"])(
  "GET /api/auth/%s changes nothing and returns 405",
  async (path) => {
    await site.member();
    const browser = site.visit();
    await site.signIn(dana, browser);
    const response = await browser.get(`/api/auth/${path}?email=${dana}&password=${password}`);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    expect(response.body).toMatchObject({ error: { code: "method_not_allowed" } });
    expect(await database.db.select().from(session)).toHaveLength(1);
  },
);

test("malformed JSON returns 400, an invalid body 422, a cross-site request 403", async () => {
  const browser = site.visit();
  const bad = await browser.send("/api/auth/sign-in/email", { headers: { "content-type": "application/json" } });
  expect([bad.status, (bad.body as { error: { code: string } }).error.code]).toEqual([400, "bad_json"]);
  const short = await browser.post("/api/auth/sign-in/email", { email: dana, password: "12345" });
  expect(short.body).toMatchObject({ error: { fields: { password: "Password must be at least 6 characters" } } });
  for (const body of [null, [], "x", { email: [dana], password: { $ne: "" } }])
    expect((await browser.post("/api/auth/sign-in/email", body)).status).toBe(422);
  const foreign = await browser.post(
    "/api/auth/sign-in/email",
    { email: dana, password },
    { origin: "https://evil.example" },
  );
  expect(foreign.status).toBe(403);
});
