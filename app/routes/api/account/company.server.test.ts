import { expect, test } from "vitest";
import { updateProfile } from "#app/features/accounts/accounts.server.ts";
import { ProfileChange } from "#app/features/accounts/profile/profile-fields.ts";
import { companyInvitation } from "#app/features/accounts/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { as, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { companyEndpoints } from "./company.server.ts";

const { ctx, db } = useDatabase();
const call = callsOf(companyEndpoints);

async function named(email: string, company_name: string) {
  const person = await as(ctx, email);
  await updateProfile(person, ProfileChange.parse({ first_name: "A", last_name: "B", company_name }));
  return person;
}

test("the company endpoints need a session", async () => {
  const calls: [string, string, unknown?][] = [
    ["POST", "/company/domain"],
    ["DELETE", "/company/domain"],
    ["DELETE", "/company/membership"],
    ["POST", "/company/invitations", { email: "lee@elsewhere.example" }],
    ["POST", `/company/invitations/${newId()}/acceptance`],
    ["DELETE", `/company/invitations/${newId()}`],
  ];
  for (const [method, path, body] of calls)
    expect((await call(asAnonymous(ctx), path, body, { method })).status, `${method} ${path}`).toBe(401);
});

test("an invitation is sent, found by no one else, accepted and left", async () => {
  const dana = await named("dana@northfield.example", "Northfield");
  const lee = await named("lee@elsewhere.example", "Lee Ltd");
  const stranger = await named("mallory@elsewhere.example", "Mallory");
  const invite = (email: string) => call(dana, "/company/invitations", { email });
  expect((await invite("no address")).status).toBe(422);
  expect((await invite("dana@northfield.example")).body).toMatchObject({ error: { code: "own_address" } });
  expect((await invite("Lee@Elsewhere.example")).status).toBe(200);
  const [{ id } = { id: "" }] = await db.select().from(companyInvitation);
  for (const [path, method] of [
    [`/company/invitations/${id}/acceptance`, "POST"],
    [`/company/invitations/${id}`, "DELETE"],
  ] as const)
    expect((await call(stranger, path, undefined, { method })).status).toBe(404);
  expect((await call(lee, `/company/invitations/${id}/acceptance`)).status).toBe(200);
  expect((await call(lee, `/company/invitations/${id}/acceptance`)).status).toBe(404);
  expect((await call(lee, "/company/domain")).body).toMatchObject({ error: { code: "not_owner" } });
  expect((await call(lee, "/company/domain", undefined, { method: "DELETE" })).status).toBe(409);
  expect((await call(lee, "/company/membership", undefined, { method: "DELETE" })).status).toBe(200);
});

test("a domain without a record, and one of a mail provider, are refused with a reason", async () => {
  const anna = await named("anna@t-online.de", "Anna GmbH");
  expect((await call(anna, "/company/domain")).body).toMatchObject({ error: { code: "no_domain" } });
});
