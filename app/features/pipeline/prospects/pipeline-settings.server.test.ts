import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { defaultStageLabels } from "#app/lib/words/stage-labels.ts";
import { checkStored, useSettings } from "#app/platform/env.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { exportProspects } from "../import/exports.server.ts";
import { rescoreAfterChange, rescoreProspectsJob } from "../jobs.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { rescoreProspects } from "../projection/rescoring.server.ts";
import { createProspect } from "./prospect-commands.server.ts";
import { readProspect } from "./prospect-detail.server.ts";
import { readProspectFilters } from "./prospect-list.ts";
import { stages } from "./stages.ts";

/* What a firm changes in its settings. */

const { ctx, pool, queued } = useDatabase({ jobs: [rescoreProspectsJob] });
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

test("after a change of the weights every score is computed again, also those of a moment ago", async () => {
  const { id } = value(await createProspect(admin, { email: "dana@northfield.example", role: "VP Sales" }));
  const scores = async () => (await pool.query("select score from prospect")).rows.map(({ score }) => score);
  const [before] = await scores();
  useSettings({ PIPELINE_SCORE_WEIGHTS: [80, 10, 10] });
  expect(await rescoreProspects(later(ctx, { hours: 1 }))).toBe(0);
  expect(await rescoreProspects(later(ctx, { hours: 1 }), { all: true })).toBe(1);
  const [after] = await scores();
  expect([before, after]).toEqual([18, 36]);
  expect(value(await readProspect(admin, id)).score).toMatchObject({ total: 36, fit: { points: 36, max: 80 } });
  useSettings({ PIPELINE_SCORE_WEIGHTS: [40, 30, 30] });
});

test("a change of the target size queues one computation of all scores, another setting none", async () => {
  await rescoreAfterChange(ctx);
  const waiting = async () => (await queued(rescoreProspectsJob.name)).length;
  const before = await waiting();
  useSettings({ FIRM_NAME: "Harbor" });
  await rescoreAfterChange(ctx);
  expect(await waiting()).toBe(before);
  await pool.query("delete from pgboss.job");
  useSettings({ FIRM_NAME: "GTMarc", PIPELINE_TARGET_EMPLOYEES: { from: 50, to: 500 } });
  await rescoreAfterChange(ctx);
  await rescoreAfterChange(ctx);
  expect(await waiting()).toBe(1);
  useSettings({ PIPELINE_TARGET_EMPLOYEES: { from: 10, to: 200 } });
});

test("the firm's names of the stages are on every page and in the export, and an invalid list is refused", async () => {
  const names = ["Contact", "Analyzed", "Fits", "Call set", "Offer", "Client", "Gone"];
  value(await createProspect(admin, { email: "dana@northfield.example" }));
  useSettings({ PIPELINE_STAGES: names });
  expect(stages().map(({ label }) => label)).toEqual(names);
  const exported = value(
    await exportProspects(admin, { filters: readProspectFilters(new URLSearchParams(), "", "UTC"), prospectIds: null }),
  );
  let file = "";
  for await (const part of exported.parts) file += part;
  expect(file).toContain("Contact");
  useSettings({ PIPELINE_STAGES: [...defaultStageLabels] });
  for (const PIPELINE_STAGES of ["One|Two", names.map(() => "Same").join("|")])
    expect(checkStored({ PIPELINE_STAGES })).toMatchObject([{ problem: expect.stringContaining("7 different names") }]);
  expect(checkStored({ PIPELINE_TARGET_EMPLOYEES: "200-10" })).toHaveLength(1);
  expect(checkStored({ PIPELINE_SCORE_WEIGHTS: "40,30,40" })).toHaveLength(1);
});
