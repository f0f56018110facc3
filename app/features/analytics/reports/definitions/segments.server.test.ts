import { expect, test } from "vitest";
import { analyticsSegment } from "#app/features/analytics/tables.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import {
  AnnotationInput,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  listAnnotations,
} from "./annotations.server.ts";
import {
  changeSegment,
  createSegment,
  deleteSegment,
  listSegments,
  maxSegments,
  SegmentInput,
} from "./segments.server.ts";

const { db, ctx, pool } = useDatabase();
const filters = [{ dimension: "device" as const, isExcluded: false, values: ["phone"] }];
const other = [{ dimension: "page" as const, isExcluded: true, values: ["/faq"] }];

test("segments are saved by name, shared by all admins, and ordered by name", async () => {
  const admin = await asAdmin(ctx);
  const { id } = value(await createSegment(admin, { name: "Phones", filters }));
  value(await createSegment(admin, { name: "älter", filters: other }));
  expect(await listSegments(ctx)).toEqual([
    { id: expect.any(String), name: "älter", filters: other, version: 1 },
    { id, name: "Phones", filters, version: 1 },
  ]);
  expect(await createSegment(asAnonymous(ctx), { name: "X", filters })).toMatchObject({
    reason: { kind: "not_admin" },
  });
});

test("segment names are unique, even when two admins save at the same time", async () => {
  const results = await Promise.all([1, 2, 3].map(() => createSegment(ctx, { name: "Phones", filters })));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.reason.kind === "name_taken")).toHaveLength(2);
  const { id: segmentId } = value(await createSegment(ctx, { name: "Blog", filters: other }));
  expect(await changeSegment(ctx, { segmentId, version: 1, name: "Phones", filters: other })).toMatchObject({
    reason: { kind: "name_taken" },
  });
});

test("a change requires the version that was read; one without effect keeps the version", async () => {
  const { id: segmentId } = value(await createSegment(ctx, { name: "Phones", filters }));
  expect(value(await changeSegment(ctx, { segmentId, version: 1, name: "Phones", filters }))).toEqual({ version: 1 });
  expect(value(await changeSegment(ctx, { segmentId, version: 1, name: "Blog", filters: other }))).toEqual({
    version: 2,
  });
  const [{ changes }] = (await pool.query("select detail->'changes' as changes from audit_entry order by id desc"))
    .rows;
  expect(changes).toMatchObject({
    name: { from: "Phones", to: "Blog" },
    filters: { to: expect.stringContaining("faq") },
  });
  expect(await changeSegment(ctx, { segmentId, version: 1, name: "Old", filters })).toMatchObject({
    reason: { kind: "stale" },
  });
  value(await deleteSegment(ctx, { segmentId }));
  value(await deleteSegment(ctx, { segmentId }));
  expect(await changeSegment(ctx, { segmentId, version: 2, name: "Old", filters })).toMatchObject({
    reason: { kind: "not_found" },
  });
});

test("there are at most fifty segments", async () => {
  await db
    .insert(analyticsSegment)
    .values(Array.from({ length: maxSegments }, (_, index) => ({ name: `${index}`, filters, createdAt: ctx.now })));
  expect(await createSegment(ctx, { name: "One more", filters })).toMatchObject({
    reason: { kind: "too_many_segments" },
  });
});

test("segments need a name and a filter; annotations need a calendar date and a text", () => {
  expect(SegmentInput.safeParse({ name: " ", filters }).success).toBe(false);
  expect(SegmentInput.safeParse({ name: "Phones", filters: [] }).success).toBe(false);
  expect(SegmentInput.safeParse({ name: "Phones", filters: [{ dimension: "password" }] }).success).toBe(false);
  expect(AnnotationInput.safeParse({ day: "2026-02-30", text: "x" }).success).toBe(false);
  expect(AnnotationInput.safeParse({ day: "2026-02-28", text: "" }).success).toBe(false);
});

test("annotations are listed between two days, inclusive, changed by version and deleted", async () => {
  const first = value(await addAnnotation(ctx, { day: "2026-03-01", text: "Launch" }));
  value(await addAnnotation(ctx, { day: "2026-03-31", text: "Mailing" }));
  value(await addAnnotation(ctx, { day: "2026-04-01", text: "Later" }));
  const march = async () =>
    (await listAnnotations(ctx, { from: "2026-03-01", to: "2026-03-31" })).map(({ text, version }) => [text, version]);
  expect(await march()).toEqual([
    ["Launch", 1],
    ["Mailing", 1],
  ]);
  const change = { annotationId: first.id, day: "2026-03-02", text: "Launch of the grid" };
  expect(value(await changeAnnotation(ctx, { ...change, version: 1 }))).toEqual({ version: 2 });
  expect(await changeAnnotation(ctx, { ...change, text: "x", version: 1 })).toMatchObject({
    reason: { kind: "stale" },
  });
  value(await deleteAnnotation(ctx, { annotationId: first.id }));
  value(await deleteAnnotation(ctx, { annotationId: first.id }));
  expect(await march()).toEqual([["Mailing", 1]]);
});
