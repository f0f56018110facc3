import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { performListAction } from "./list-actions.ts";

const [one, two] = ["018f0000-0000-7000-8000-000000000001", "018f0000-0000-7000-8000-000000000002"] as const;
const fetched = vi.fn<(request: Request | string, init?: RequestInit) => Promise<Response>>();
beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const formOf = (values: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};
const change = (kind: "add_tag" | "remove_tag") => ({
  ...{ intent: "change-many", done: "tagged “warm”" },
  changes: JSON.stringify({ prospectIds: [one, two], change: { kind, tag: "warm" } }),
});
const answer = (changed: string[], more = {}) =>
  fetched.mockResolvedValueOnce(Response.json({ changed, unchanged: 2 - changed.length, refused: {}, ...more }));

test.each([
  ["add_tag", "remove_tag", "without the tag “warm” now"],
  ["remove_tag", "add_tag", "tagged “warm”"],
] as const)(
  "Undo of %s is %s for the prospects that changed, and cannot be undone itself",
  async (kind, back, done) => {
    answer([two]);
    const { undo } = (await performListAction(formOf(change(kind)))) as { undo?: Record<string, string> };
    expect(undo).toMatchObject({ intent: "change-many", done });
    expect(JSON.parse(undo!["changes"]!)).toEqual({ prospectIds: [two], change: { kind: back, tag: "warm" } });
    answer([two]);
    expect(await performListAction(formOf(undo!))).toMatchObject({ ok: true, text: expect.stringContaining(done) });
    answer([two]);
    expect(await performListAction(formOf(undo!))).not.toHaveProperty("undo");
  },
);

test("without a changed prospect there is no Undo", async () => {
  answer([]);
  expect(await performListAction(formOf(change("add_tag")))).not.toHaveProperty("undo");
});

test("Undo of a new owner gives each prospect its owner before", async () => {
  const owner = { prospectIds: [one, two], change: { kind: "owner", ownerId: null } };
  const form = formOf({ intent: "change-many", done: "changed", changes: JSON.stringify(owner) });
  answer([two], { ownersBefore: { [two]: one } });
  const { undo } = (await performListAction(form)) as { undo?: Record<string, string> };
  expect(JSON.parse(undo!["changes"]!)).toEqual({
    prospectIds: [two],
    change: { kind: "restore_owners", ownerId: null, owners: { [two]: one } },
  });
});
