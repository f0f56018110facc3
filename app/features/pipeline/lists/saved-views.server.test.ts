import { beforeEach, expect, test } from "vitest";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { maxViews, SavedViewInput, viewHref, viewQuery } from "./saved-view.ts";
import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from "./saved-views.server.ts";

const { ctx } = useDatabase();
let admin: Awaited<ReturnType<typeof asAdmin>>;
let other: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  admin = await asAdmin(ctx);
  other = await asAdmin(ctx, "other@gtmarc.example");
});
const hot = { name: "Hot", query: "view=table&score=70", isShared: false };
const save = async (more: Partial<typeof hot> = {}) => value(await createSavedView(admin, { ...hot, ...more })).id;
const names = async (who = admin) => value(await listSavedViews(who)).map(({ name }) => name);

test("a view stores only the filters, order and view of a URL", () => {
  expect(viewQuery("?after=x&sort=value&q=%20dana&saved=1&score=70&direction=desc&view=table")).toBe(
    "view=table&q=dana&score=70&sort=value&direction=desc",
  );
  expect(SavedViewInput.parse({ ...hot, query: "?score=70&admin=1" }).query).toBe("score=70");
  expect(viewHref({ id: "7", query: "" })).toBe("/admin/prospect-pipeline?saved=7");
});

test("a private view is visible only to its owner; a shared one to every admin, who can change it", async () => {
  const id = await save();
  await save({ name: "All open", isShared: true });
  expect(await names()).toEqual(["All open", "Hot"]);
  expect(await names(other)).toEqual(["All open"]);
  const shared = { ...hot, viewId: id, version: 1, isShared: true };
  expect(await changeSavedView(other, shared)).toMatchObject({ reason: { kind: "not_found" } });
  expect(value(await changeSavedView(admin, shared))).toEqual({ version: 2 });
  expect(value(await changeSavedView(other, { ...shared, version: 2, name: "Hottest" }))).toEqual({ version: 3 });
  expect(await changeSavedView(admin, { ...shared, version: 2 })).toMatchObject({ reason: { kind: "stale" } });
  expect(await names()).toEqual(["All open", "Hottest"]);
});

test("views are ordered by their letters, without regard to case, accents and marks", async () => {
  for (const name of ["Zürich", "api", "Österreich", "“Old”", "Ζήτα", "Berlin"]) await save({ name });
  expect(await names()).toEqual(["api", "Berlin", "“Old”", "Österreich", "Zürich", "Ζήτα"]);
});

test("a colleague who makes a shared view private owns it", async () => {
  const id = await save({ isShared: true });
  value(await changeSavedView(other, { ...hot, viewId: id, version: 1 }));
  expect([await names(), await names(other)]).toEqual([[], ["Hot"]]);
});

test("deleting is idempotent and does not affect others' private views", async () => {
  const id = await save();
  value(await deleteSavedView(other, { viewId: id }));
  expect(await names()).toEqual(["Hot"]);
  value(await deleteSavedView(admin, { viewId: id }));
  value(await deleteSavedView(admin, { viewId: id }));
  expect(await names()).toEqual([]);
});

test("the number of views of one admin is limited", async () => {
  for (let at = 0; at < maxViews; at += 1) await save({ name: `View ${at}` });
  expect(await createSavedView(admin, hot)).toMatchObject({ reason: { kind: "too_many_views" } });
  expect((await createSavedView(other, hot)).ok).toBe(true);
});
