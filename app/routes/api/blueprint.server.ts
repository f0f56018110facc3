import { createRoute, z } from "@hono/zod-openapi";
import { getAnalysis } from "#app/features/analysis/analyses.server.ts";
import { type BlueprintEntry, listBlueprints } from "#app/features/analysis/blueprint-list.server.ts";
import { completeAnalysis } from "#app/features/analysis/completion.server.ts";
import { DraftInput } from "#app/features/roi/model-input.ts";
import {
  deleteBlueprint,
  duplicateBlueprint,
  renameBlueprint,
  restoreBlueprint,
  saveDraft,
  startBlueprint,
} from "#app/features/wizard/blueprint.server.ts";
import {
  assumedParts,
  BlueprintName,
  BlueprintStart,
  DraftSaving,
  wizardSteps,
} from "#app/features/wizard/blueprint.ts";
import { type Blueprint, getBlueprint } from "#app/features/wizard/drafts.server.ts";
import { deviceName } from "#app/lib/device-name.ts";
import { userAgentOf } from "#app/lib/user-agent.ts";
import { AnalysisBody, analysisBody } from "./analysis-body.server.ts";
import { accessFirst, ofBlueprint, turnAway } from "./blueprint-access.server.ts";
import {
  answers,
  ErrorBody,
  instantText,
  jsonBody,
  newEndpoints,
  refusal,
  refusals,
  renamedElsewhere,
  sessionFirst,
} from "./endpoint.server.ts";

const header = z.object({
  id: z.string(),
  mode: z.enum(["guided", "quick"]),
  status: z.enum(["draft", "completed"]),
  version: z.number().int(),
  step: z.enum(wizardSteps),
  about: z.object({ companyName: z.string(), companyWebsite: z.string(), role: z.string() }),
  createdAt: instantText(),
  updatedAt: instantText(),
});

const BlueprintBody = header
  .extend({
    inputs: DraftInput,
    assumed: z.array(z.enum(assumedParts)),
    changedOn: z
      .string()
      .nullable()
      .openapi({ description: "The browser and system that saved last", example: "Chrome on Windows" }),
  })
  .openapi("Blueprint");
type BlueprintBody = z.infer<typeof BlueprintBody>;

const WithAnalysis = BlueprintBody.extend({
  analysis: AnalysisBody.optional().openapi({ description: "The newest; only when completed" }),
});

const Entry = header
  .extend({
    name: z.string().openapi({ description: "The owner's name for it; empty: the company's" }),
    processCount: z.number().int(),
    toolCount: z.number().int(),
    latest: z
      .object({
        revision: z.number().int(),
        createdAt: instantText(),
        hoursSavedPerWeek: z.number(),
        annualValue: z.number(),
      })
      .nullable(),
  })
  .openapi("BlueprintEntry");
type Entry = z.infer<typeof Entry>;

const Saved = z.object({ version: z.number().int(), savedAt: instantText() });

/** A version conflict: the error and the stored blueprint. */
const Stale = ErrorBody.extend({ version: z.number().int(), current: BlueprintBody }).openapi("StaleBlueprint");

/** Endpoints of the wizard. All need wizard access and return 404 for other users' blueprints. */
export const blueprintEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints",
      summary: "Start a blueprint, filled in from the profile",
      middleware: sessionFirst,
      request: { body: jsonBody(BlueprintStart) },
      responses: {
        ...answers(201, BlueprintBody, "A new draft, filled in from the profile"),
        ...refusals(401, 403, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const started = await startBlueprint(ctx, c.req.valid("json"));
      return started.ok ? c.json(blueprintBody(started.value), 201) : accessFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/blueprints",
      summary: "Your blueprints, latest change first",
      middleware: sessionFirst,
      responses: { ...answers(200, z.array(Entry), "Last changed first"), ...refusals(401, 403) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const list = await listBlueprints(ctx);
      return list.ok ? c.json(list.value.map(entryBody), 200) : accessFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/blueprints/{id}",
      summary: "One blueprint, with its newest analysis when completed",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { ...answers(200, WithAnalysis), ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const found = await getBlueprint(ctx, c.req.valid("param").id);
      if (!found.ok) return turnAway(c, found.reason);
      const body = blueprintBody(found.value);
      if (found.value.status === "draft") return c.json(body, 200);
      const newest = await getAnalysis(ctx, found.value.id);
      return c.json(newest.ok ? { ...body, analysis: analysisBody(newest.value) } : body, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/blueprints/{id}",
      summary: "Save a part of a draft, based on `version`",
      middleware: sessionFirst,
      request: { params: ofBlueprint, body: jsonBody(DraftSaving) },
      responses: {
        ...answers(200, Saved, "Saved; the next save is based on this version"),
        ...answers(409, Stale, "Saved elsewhere since that version"),
        ...refusals(401, 403, 404, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const saved = await saveDraft(ctx, {
        id: c.req.valid("param").id,
        ...c.req.valid("json"),
        device: deviceName(userAgentOf(c.req.raw.headers)),
      });
      if (saved.ok) return c.json({ version: saved.value.version, savedAt: saved.value.savedAt.toISOString() }, 200);
      if (saved.reason.kind !== "stale") return turnAway(c, saved.reason);
      const { current } = saved.reason;
      const error = { code: "stale", message: "This blueprint was changed elsewhere since you loaded it." };
      return c.json({ error, version: current.version, current: blueprintBody(current) }, 409);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/blueprints/{id}",
      summary: "Delete a blueprint with its analyses",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { 204: { description: "Deleted" }, ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const deleted = await deleteBlueprint(ctx, c.req.valid("param").id);
      return deleted.ok ? c.body(null, 204) : turnAway(c, deleted.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/restoration",
      summary: "Undo a deletion",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { ...answers(200, BlueprintBody, "Restored"), ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const restored = await restoreBlueprint(ctx, c.req.valid("param").id);
      return restored.ok ? c.json(blueprintBody(restored.value), 200) : turnAway(c, restored.reason);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/blueprints/{id}/name",
      summary: "Set the name that your lists show; an empty one shows the company's name",
      middleware: sessionFirst,
      request: { params: ofBlueprint, body: jsonBody(BlueprintName.extend({ from: z.string() })) },
      responses: { ...answers(200, BlueprintName), ...refusals(400, 401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { name, from } = c.req.valid("json");
      const renamed = await renameBlueprint(ctx, { ...c.req.valid("param"), from, name });
      if (renamed.ok) return c.json({ name }, 200);
      return renamed.reason.kind === "stale" ? renamedElsewhere(c, renamed.reason) : turnAway(c, renamed.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/duplicates",
      summary: "Start another blueprint with the same answers",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { ...answers(201, BlueprintBody, "A new draft with the same answers"), ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const copy = await duplicateBlueprint(ctx, c.req.valid("param").id);
      return copy.ok ? c.json(blueprintBody(copy.value), 201) : turnAway(c, copy.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/analysis",
      summary: "Run the return model; the result is the next revision",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { ...answers(201, AnalysisBody, "The next revision"), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { id: blueprintId } = c.req.valid("param");
      const run = await completeAnalysis(ctx, blueprintId);
      if (run.ok) return c.json(analysisBody({ blueprintId, ...run.value }), 201);
      if (run.reason.kind !== "incomplete") return turnAway(c, run.reason);
      const { fields } = run.reason;
      const message = Object.values(fields)[0] ?? "Some answers are still missing.";
      return refusal(c, 422, "incomplete", message, { fields });
    },
  );

const blueprintBody = ({ createdAt, updatedAt, ...rest }: Blueprint): BlueprintBody => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const entryBody = ({ createdAt, updatedAt, latest, ...rest }: BlueprintEntry): Entry => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  latest: latest && { ...latest, createdAt: latest.createdAt.toISOString() },
});
