import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { rateLimit } from "#app/features/security/tables.server.ts";
import { openColleagueLink } from "#app/features/wizard/colleagues/answers.server.ts";
import { getBlueprint } from "#app/features/wizard/drafts.server.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { loader } from "#app/routes/blueprint/help.tsx";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { draftBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { colleaguesEndpoints } from "../api/blueprint/colleagues.server.ts";
import { colleagueForms } from "./colleague-forms.server.ts";

const { ctx, db } = useDatabase();
const call = callsOf(colleaguesEndpoints);
const post = callsOf(colleagueForms);
const visitor = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "c".repeat(32), SITE_URL: "https://gtmarc.example" }));

async function draftOf(member: SignedInCtx) {
  const id = await draftBlueprint(member);
  const path = `/blueprints/${id}/colleagues`;
  return { id, path, inputs: async () => value(await getBlueprint(member, id)).inputs };
}

type Link = { id: string; url: string; state: string };
async function askFor(member: SignedInCtx, path: string, wish: object) {
  const { status, body } = await call(member, path, { name: "Kim", ...wish });
  expect(status).toBe(201);
  return body as Link;
}

async function send(token: string, fields: readonly (readonly [string, string])[], address?: string) {
  const body = new URLSearchParams(fields.map(([name, text]) => [name, text])).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await post(visitor, `/blueprint/help/${token}`, body, { headers, ...(address && { address }) });
  return [answer.status, answer.headers.get("location")?.split("?").at(-1)];
}

const viewOf = async (token: string) => value(await openColleagueLink(visitor, token));
async function processForm(token: string, typed: Record<string, string>) {
  const view = await viewOf(token);
  if (view.part !== "process") throw new Error(view.part);
  const fields = Object.entries({ ...view.typed, ...typed });
  return [["part", "process"], ["shown", JSON.stringify(view.shown)], ...fields] as [string, string][];
}

test("the owner creates, lists and ends links; the form works without scripts until then", async () => {
  const dana = await wizardMember(ctx);
  const { path, inputs } = await draftOf(dana);
  const [process] = (await inputs()).processes!;
  const link = await askFor(dana, path, { part: "process", process: { place: 0, name: process!.name } });
  const token = link.url.split("/").at(-1)!;
  expect(await send(token, await processForm(token, { hours: "9" }))).toEqual([303, "notice=saved"]);
  expect((await inputs()).processes![0]).toEqual({ ...process, hours: 9 });
  expect(await send(token, await processForm(token, { hours: "often" }))).toEqual([303, "notice=partly"]);
  expect((await inputs()).processes![0]).toEqual({ ...process, hours: 9 });
  expect((await call(dana, path, undefined, { method: "GET" })).body).toMatchObject([{ id: link.id, state: "saved" }]);
  const form = await processForm(token, { hours: "10" });
  expect((await call(dana, `${path}/${link.id}`, undefined, { method: "DELETE" })).status).toBe(204);
  expect(await send(token, form)).toEqual([303, "notice=not-saved"]);
  expect((await inputs()).processes![0]).toMatchObject({ hours: 9 });
  expect((await call(dana, path, undefined, { method: "GET" })).body).toMatchObject([{ state: "ended", url: null }]);
});

test("the form checks tools, sets costs and categories; a new tool gets its list price", async () => {
  const dana = await wizardMember(ctx);
  const { path, inputs } = await draftOf(dana);
  const token = (await askFor(dana, path, { part: "stack" })).url.split("/").at(-1)!;
  const view = await viewOf(token);
  if (view.part !== "stack") throw new Error(view.part);
  const [first] = view.shown;
  expect(
    await send(token, [
      ["part", "stack"],
      ["shown", JSON.stringify(view.shown)],
      ["tool", first!.id],
      ["tool", "pipedrive"],
      [`cost:${first!.id}`, "123"],
      [`category:${first!.id}`, "bi"],
      ["asks_overlap", first!.id],
      ["complement", first!.id],
      ["own_name", "In-house CRM"],
      ["own_cost", "40"],
      ["own_category", "crm"],
    ]),
  ).toEqual([303, "notice=saved"]);
  const stack = (await inputs()).stack!;
  expect(stack.map(({ id }) => id).sort()).toEqual(["In-house CRM", first!.id, "pipedrive"].sort());
  expect(stack.find(({ id }) => id === first!.id)).toMatchObject({ monthlyUsd: 123, category: "bi", overlaps: false });
  expect(stack).toContainEqual({ id: "In-house CRM", monthlyUsd: 40, category: "crm" });
  // Browsers do not send an unchecked box.
  const after = await viewOf(token);
  expect(
    await send(token, [
      ["part", "stack"],
      ["shown", JSON.stringify(after.shown)],
      ["tool", first!.id],
      ["asks_overlap", first!.id],
    ]),
  ).toEqual([303, "notice=saved"]);
  expect((await inputs()).stack).toEqual([{ id: first!.id, monthlyUsd: 123, category: "bi" }]);
});

test("a cost truncated in the middle of a character is treated like any other non-number", async () => {
  const dana = await wizardMember(ctx);
  const { path } = await draftOf(dana);
  const token = (await askFor(dana, path, { part: "stack" })).url.split("/").at(-1)!;
  const view = await viewOf(token);
  if (view.part !== "stack") throw new Error(view.part);
  const { id } = view.shown[0]!;
  const fields = [
    ["part", "stack"],
    ["shown", JSON.stringify(view.shown)],
    ["tool", id],
    [`cost:${id}`, `${"x".repeat(299)}😀`],
  ] as const;
  expect(await send(token, fields)).toEqual([303, "notice=partly"]);
});

test("wishes are checked with a message at each field", async () => {
  const dana = await wizardMember(ctx);
  const { path } = await draftOf(dana);
  for (const [wish, field] of [
    [{ part: "stack" }, "name"],
    [{ name: "x".repeat(81), part: "stack" }, "name"],
    [{ name: "Kim", part: "company" }, "part"],
    [{ name: "Kim", part: "process" }, "process"],
    [{ name: "Kim", part: "stack", days: 31 }, "days"],
    [{ name: "Kim", part: "stack", days: 0 }, "days"],
  ] as const) {
    const { status, body } = await call(dana, path, wish);
    expect([status, Object.keys((body as { error: { fields: object } }).error.fields)]).toEqual([422, [field]]);
  }
});

test("the page returns 410 or 404 with the reason, and is neither cached nor indexed", async () => {
  const dana = await wizardMember(ctx);
  const { path } = await draftOf(dana);
  const token = (await askFor(dana, path, { part: "stack", days: 1 })).url.split("/").at(-1)!;
  const open = async (at: typeof visitor, wanted: string) => {
    const request = new Request(`http://localhost/blueprint/help/${wanted}?notice=saved`);
    try {
      return await loader({ request, context: pageContext(at), params: { token: wanted } } as never);
    } catch (thrown) {
      return thrown as Awaited<ReturnType<typeof loader>>;
    }
  };
  const headers = {
    "cache-control": "private, no-store",
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
  };
  expect(await open(visitor, token)).toMatchObject({ data: { notice: "saved" }, init: { headers } });
  expect(await open(later(visitor, { days: 1 }), token)).toMatchObject({
    data: "expired",
    init: { status: 410, headers },
  });
  expect(await open(visitor, "x")).toMatchObject({ data: "not_found", init: { status: 404, headers } });
});

test("forms from one client are rate limited", async () => {
  const dana = await wizardMember(ctx);
  const { path } = await draftOf(dana);
  const token = (await askFor(dana, path, { part: "stack" })).url.split("/").at(-1)!;
  const bad = [["part", "none"]] as const;
  expect(await send(token, bad, "198.51.100.9")).toEqual([303, "notice=unreadable"]);
  await db.update(rateLimit).set({ points: 500 });
  expect(await send(token, bad, "198.51.100.9")).toEqual([303, "notice=too-many"]);
  expect(await send(token, bad, "198.51.100.10")).toEqual([303, "notice=unreadable"]);
});

test("generated forms never fail, and saved values stay within the bounds of the model", async () => {
  const dana = await wizardMember(ctx);
  const { path, inputs } = await draftOf(dana);
  const [process] = (await inputs()).processes!;
  const wishes = [{ part: "stack" }, { part: "process", process: { place: 0, name: process!.name } }];
  const tokens = await Promise.all(wishes.map(async (wish) => (await askFor(dana, path, wish)).url.split("/").at(-1)!));
  const views = await Promise.all(tokens.map(viewOf));
  const shown = views.map((view) => JSON.stringify(view.shown));
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("", "9", "-1", "1e9", "hubspot", "__proto__", "mine", "daily", ...shown),
  );
  const name = fc.constantFrom(
    ...[
      "part",
      "shown",
      "seen",
      "keep",
      "tool",
      "own_name",
      "own_cost",
      "own_category",
      "cost:hubspot",
      "category:hubspot",
      "asks_overlap",
      "complement",
      "confirms_hours",
      "name",
      "area",
    ],
    ...["activity", "hours", "people", "frequency", "pain", "__proto__"],
  );
  const form = fc.tuple(
    fc.constantFrom(...tokens, "none"),
    fc.constantFrom("process", "stack", "settle", "other"),
    fc.constantFrom(...shown, "[]", "{", '{"hours":null}'),
    fc.array(fc.tuple(name, text), { maxLength: 14 }),
  );
  let sent = 0;
  for (const [token, part, was, fields] of fc.sample(form, { seed: 19, numRuns: 400 })) {
    sent += 1;
    const all = [["part", part], ["shown", was], ["seen", was], ...fields] as [string, string][];
    const [status] = await send(token, all, `2001:db8:${sent.toString(16)}::1`);
    expect(status, JSON.stringify(all)).toBe(303);
  }
  for (const token of tokens) expect((await openColleagueLink(visitor, token)).ok).toBe(true);
});
