import { expect, test } from "vitest";
import { listAlertChoices } from "#app/features/analytics/alerts/alerts.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { pricingFunnel } from "#tests/fixtures/funnel-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { FunnelDefinition, FunnelInput } from "./funnel-definition.ts";
import { matchText, readMatch } from "./funnel-text.ts";
import { mainFunnel } from "./funnels.server.ts";
import { changeFunnel, createFunnel, deleteFunnel, findFunnel, listFunnels } from "./saved-funnels.server.ts";

const { db, ctx } = useDatabase();
const reason = (result: { ok: boolean; reason?: { kind: string } }) => result.reason?.kind;

test("a funnel is saved, changed and deleted, each with an audit entry", async () => {
  const admin = await asAdmin(ctx);
  const { id } = value(await createFunnel(admin, pricingFunnel));
  expect(value(await listFunnels(admin))).toEqual([{ id, name: "Pricing" }]);
  expect(value(await changeFunnel(admin, { ...pricingFunnel, id, version: 1, name: "Prices" }))).toEqual({
    version: 2,
  });
  expect(value(await findFunnel(admin, id))).toEqual({ ...pricingFunnel, id, name: "Prices", version: 2 });
  await deleteFunnel(admin, { id, version: 2 });
  expect(reason(await findFunnel(admin, id))).toBe("not_found");
  expect(await deleteFunnel(admin, { id, version: 2 })).toMatchObject({ ok: true });
  const entries = await db.select({ act: auditEntry.act, subject: auditEntry.subject }).from(auditEntry);
  expect(entries).toEqual(
    ["created", "changed", "deleted"].map((word) => ({ act: `analytics-funnel.${word}`, subject: id })),
  );
});

test("funnels are ordered by the letters of their names", async () => {
  const admin = await asAdmin(ctx);
  const sorted = ["api", "Österreich", "Zebra"];
  for (const name of sorted.toReversed()) value(await createFunnel(admin, { ...pricingFunnel, name }));
  expect(value(await listFunnels(admin)).map(({ name }) => name)).toEqual(sorted);
  const groups = new Set((await listAlertChoices(ctx, [])).map(({ group }) => group));
  expect([...groups].filter((group) => sorted.includes(group))).toEqual(sorted);
});

test("a change or deletion of an old version is refused", async () => {
  const admin = await asAdmin(ctx);
  const { id } = value(await createFunnel(admin, pricingFunnel));
  await changeFunnel(admin, { ...pricingFunnel, id, version: 1, name: "Prices" });
  expect(reason(await changeFunnel(admin, { ...pricingFunnel, id, version: 1 }))).toBe("stale");
  expect(reason(await deleteFunnel(admin, { id, version: 1 }))).toBe("stale");
  expect(reason(await changeFunnel(admin, { ...pricingFunnel, id: newId(), version: 1 }))).toBe("not_found");
});

test("names are unique, also when two admins save at once", async () => {
  const admin = await asAdmin(ctx);
  const results = await Promise.all([createFunnel(admin, pricingFunnel), createFunnel(admin, pricingFunnel)]);
  expect(results.map(reason).toSorted()).toEqual(["name_taken", undefined]);
  const { id } = value(await createFunnel(admin, { ...pricingFunnel, name: "Other" }));
  expect(reason(await changeFunnel(admin, { ...pricingFunnel, id, version: 1 }))).toBe("name_taken");
});

test("only admins read funnels", async () => {
  const user = await as(ctx, "user@elsewhere.example");
  expect(reason(await listFunnels(user))).toBe("not_admin");
  expect(reason(await findFunnel(user, newId()))).toBe("not_admin");
  expect(reason(await findFunnel(await asAdmin(ctx), "no-id"))).toBe("not_found");
});

const withSteps = (steps: unknown) =>
  FunnelInput.safeParse({ ...pricingFunnel, definition: { ...pricingFunnel.definition, steps } });
const [home, pricing] = pricingFunnel.definition.steps as [FunnelDefinition["steps"][0], FunnelDefinition["steps"][0]];

test("a funnel has 2 to 12 named steps, at least two of them required", () => {
  expect(FunnelDefinition.safeParse(mainFunnel).success).toBe(true);
  expect(withSteps([home, pricing]).success).toBe(true);
  expect(withSteps([home]).success).toBe(false);
  expect(withSteps(Array.from({ length: 13 }, (_, n) => ({ ...home, name: `${n}` }))).success).toBe(false);
  expect(withSteps([{ ...home, isOptional: true }, pricing]).success).toBe(false);
  expect(withSteps([home, { ...pricing, isOptional: true }]).success).toBe(false);
  expect(withSteps([home, { ...pricing, name: "Home" }]).success).toBe(false);
  expect(withSteps([home, { ...pricing, matches: [] }]).success).toBe(false);
});

test("typed matches are parsed", () => {
  expect(readMatch("page", " /pricing ")).toEqual({ kind: "page", path: "/pricing" });
  expect(readMatch("event", "click: outbound_link")).toEqual({ kind: "event", type: "click", name: "outbound_link" });
  expect(readMatch("conversion", "form_submit")).toEqual({ kind: "conversion", type: "form_submit", name: "*" });
  expect(readMatch("stage", "booking.scheduled")).toEqual({ kind: "stage", stage: "booking", substage: "scheduled" });
  expect(readMatch("page", "  ")).toBeNull();
  for (const { matches } of mainFunnel.steps)
    for (const match of matches) expect(readMatch(match.kind, matchText(match))).toEqual(match);
});
