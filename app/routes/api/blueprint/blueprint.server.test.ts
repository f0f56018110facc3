import { expect, test } from "vitest";
import { denialMessages } from "#app/features/access/access.ts";
import { checkAccess } from "#app/features/access/grants/grants.server.ts";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { as, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { AnalysisBody, blueprintEndpoints } from "./blueprint.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(blueprintEndpoints);
const example = vectors["V1 SaaS 45 people"];
const none = "0199d0a0-0000-7000-8000-000000000000";

async function member(email: string) {
  const person = await as(ctx, email);
  await db.insert(wizardGrant).values({ userId: person.actor.userId, grantedAt: ctx.now });
  return person;
}

type Body = Record<string, unknown> & {
  id: string;
  version: number;
  error: { code: string; fields?: Record<string, string> };
};

async function started(person: Awaited<ReturnType<typeof member>>) {
  const { status, body } = await call(person, "/blueprints", { mode: "guided" });
  expect(status).toBe(201);
  return body as Body;
}

const put = { method: "PUT" };
const get = { method: "GET" };

test("the worked example produces exact figures through the endpoints", async () => {
  const dana = await member("dana@northfield.example");
  const draft = await started(dana);
  expect(draft).toMatchObject({ version: 1, status: "draft", inputs: { company: { hourlyCost: 75 } } });

  const path = `/blueprints/${draft.id}`;
  const { company, stack, processes } = example.input;
  expect(await call(dana, path, { version: 1, inputs: { company } }, put)).toMatchObject({
    status: 200,
    body: { version: 2 },
  });
  await call(dana, path, { version: 2, inputs: { stack } }, put);
  await call(dana, path, { version: 3, inputs: { processes }, step: "processes" }, put);

  const run = await call(dana, `${path}/analysis`, {});
  expect(run.status).toBe(201);
  expect(run.body).toMatchObject({ ...example.output, modelVersion: "1.1", revision: 1, blueprintId: draft.id });
  expect(AnalysisBody.parse(run.body)).toEqual(run.body);

  const one = await call(dana, path, undefined, get);
  expect(one.body).toMatchObject({ status: "completed", version: 4, inputs: example.input, analysis: run.body });
  const list = await call(dana, "/blueprints", undefined, get);
  expect(list.body).toMatchObject([
    {
      id: draft.id,
      status: "completed",
      processCount: 6,
      toolCount: 10,
      latest: { revision: 1, hoursSavedPerWeek: 27.63 },
    },
  ]);
  expect((await call(dana, `${path}/analysis`)).body).toMatchObject({ revision: 2, annualValue: 70263.95 });
});

test("a draft has no analysis, and an incomplete one names its missing fields", async () => {
  const dana = await member("dana@northfield.example");
  const { id } = await started(dana);
  expect((await call(dana, `/blueprints/${id}`, undefined, get)).body).not.toHaveProperty("analysis");
  const { status, body } = await call(dana, `/blueprints/${id}/analysis`, {});
  expect(status).toBe(422);
  expect((body as Body).error).toMatchObject({
    code: "incomplete",
    fields: { "company.employees": expect.any(String), processes: expect.any(String) },
  });
});

test("values out of bounds are refused with their paths and nothing is saved", async () => {
  const dana = await member("dana@northfield.example");
  const { id } = await started(dana);
  const inputs = { company: { hourlyCost: 24.99, employees: 4.5 }, processes: [{ hours: 61, pain: 6 }] };
  const { status, body } = await call(
    dana,
    `/blueprints/${id}`,
    { version: 1, inputs, about: { companyWebsite: "not a site" } },
    put,
  );
  expect(status).toBe(422);
  expect((body as Body).error.fields).toEqual({
    "inputs.company.hourlyCost": "Hourly cost in USD: enter a number from 25 to 500.",
    "inputs.company.employees": "Employees: enter a whole number from 1 to 100,000.",
    "inputs.processes.0.hours": "Hours per person per week: enter a number from 0 to 60.",
    "inputs.processes.0.pain": "Pain: enter a number from 1 to 5.",
    "about.companyWebsite": "Please enter a valid website",
  });
  expect((await call(dana, `/blueprints/${id}`, undefined, get)).body).toMatchObject({ version: 1 });
});

test("a stale version returns 409 with the current blueprint", async () => {
  const dana = await member("dana@northfield.example");
  const { id } = await started(dana);
  const path = `/blueprints/${id}`;
  await call(
    dana,
    path,
    { version: 1, inputs: { company: { employees: 45 } }, about: { companyWebsite: "northfield.example" } },
    put,
  );
  const late = await call(dana, path, { version: 1, inputs: { company: { employees: 9 } } }, put);
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({
    error: { code: "stale" },
    version: 2,
    current: {
      id,
      version: 2,
      about: { companyWebsite: "https://www.northfield.example" },
      inputs: { company: { employees: 45 } },
    },
  });
});

test("a tab that opened the name before it was changed elsewhere does not replace it", async () => {
  const dana = await member("dana@northfield.example");
  const { id } = await started(dana);
  const rename = (from: string, name: string) => call(dana, `/blueprints/${id}/name`, { from, name }, put);
  expect((await rename("", "Sales")).status).toBe(200);
  expect((await rename("", "Sales")).status).toBe(200);
  expect(await rename("", "Service")).toMatchObject({
    status: 409,
    body: { error: { code: "stale", fields: { name: 'Changed elsewhere to "Sales". Save again to replace it.' } } },
  });
  expect((await rename("Sales", "Service")).body).toEqual({ name: "Service" });
});

test("a duplicate is a new draft, a deleted blueprint is not found", async () => {
  const dana = await member("dana@northfield.example");
  const { id } = await started(dana);
  await call(dana, `/blueprints/${id}`, { version: 1, inputs: example.input }, put);
  const copy = await call(dana, `/blueprints/${id}/duplicates`);
  expect(copy).toMatchObject({ status: 201, body: { version: 1, status: "draft", inputs: example.input } });
  expect(await call(dana, `/blueprints/${id}`, undefined, { method: "DELETE" })).toMatchObject({
    status: 204,
    body: null,
  });
  expect((await call(dana, `/blueprints/${id}`, undefined, get)).status).toBe(404);
  expect((await call(dana, "/blueprints", undefined, get)).body).toMatchObject([{ id: (copy.body as Body).id }]);
});

const everyCall = (id: string): [string, string, unknown?][] => [
  ["POST", "/blueprints", { mode: "guided" }],
  ["GET", "/blueprints"],
  ["GET", `/blueprints/${id}`],
  ["PUT", `/blueprints/${id}`, { version: 1, inputs: {} }],
  ["POST", `/blueprints/${id}/analysis`, {}],
  ["POST", `/blueprints/${id}/duplicates`],
  ["DELETE", `/blueprints/${id}`],
  ["POST", `/blueprints/${id}/restoration`],
];

test("without a session every endpoint refuses before it validates the body", async () => {
  for (const [method, path, body] of everyCall(none))
    expect((await call(asAnonymous(ctx), path, body, { method })).status).toBe(401);
  expect((await call(asAnonymous(ctx), "/blueprints", { mode: "?" })).status).toBe(401);
});

test("without wizard access every endpoint returns 403 with the specified sentence", async () => {
  const mallory = await as(ctx, "mallory@elsewhere.example");
  for (const [method, path, body] of everyCall(none))
    expect(await call(mallory, path, body, { method })).toMatchObject({
      status: 403,
      body: {
        error: {
          code: "access_required",
          message: "Access Required: You need a valid access code to use the GTMarc Blueprint Wizard.",
        },
      },
    });
});

test("while access is suspended every endpoint gives the reason that the pages give", async () => {
  const dana = await member("dana@northfield.example");
  const { userId } = dana.actor;
  for (const fingerprint of ["a", "b", "c", "d", "e", "f"])
    await checkAccess(dana, { userId, fingerprint, userAgent: "" });
  for (const [method, path, body] of everyCall(none))
    expect(await call(dana, path, body, { method })).toMatchObject({
      status: 403,
      body: {
        error: {
          code: "too_many_devices",
          message: `Your wizard is closed at the moment: ${denialMessages.too_many_devices}`,
        },
      },
    });
});

test("every endpoint returns 404 for another user's blueprint", async () => {
  const { id } = await started(await member("dana@northfield.example"));
  const eve = await member("eve@elsewhere.example");
  for (const [method, path, body] of everyCall(id).slice(2))
    expect((await call(eve, path, body, { method })).status, `${method} ${path}`).toBe(404);
});

test("an invalid mode or version is refused with its field", async () => {
  const dana = await member("dana@northfield.example");
  const { id } = await started(dana);
  expect(await call(dana, "/blueprints", { mode: "slow" })).toMatchObject({
    status: 422,
    body: { error: { fields: { mode: expect.any(String) } } },
  });
  expect(await call(dana, `/blueprints/${id}`, { inputs: {} }, put)).toMatchObject({
    status: 422,
    body: { error: { fields: { version: expect.any(String) } } },
  });
});
