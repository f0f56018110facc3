import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type FinishedAnalysis, getAnalysis } from "#app/features/analysis/analysis.server.ts";
import { listBlueprints } from "#app/features/analysis/revisions/blueprint-list.server.ts";
import { completeAnalysis } from "#app/features/analysis/revisions/completion.server.ts";
import { Analysis } from "#app/features/roi/analysis-shape.ts";
import { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import {
  assumedParts,
  BlueprintName,
  BlueprintStart,
  DraftSaving,
  wizardSteps,
} from "#app/features/wizard/blueprint.ts";
import { type Blueprint, getBlueprint } from "#app/features/wizard/drafts.server.ts";
import {
  deleteBlueprint,
  duplicateBlueprint,
  renameBlueprint,
  restoreBlueprint,
  saveDraft,
  startBlueprint,
} from "#app/features/wizard/wizard.server.ts";
import { deviceName } from "#app/lib/browsers/agents/device-name.ts";
import { userAgentOf } from "#app/lib/browsers/agents/user-agent.ts";
import { mapped, ok } from "#app/lib/result.ts";
import { answers, ErrorBody, instantText, renamedElsewhere } from "../endpoint.server.ts";
import { endpoints, sessionArea } from "../endpoints.server.ts";
import { ofBlueprint, wizardRefusals } from "./blueprint-access.server.ts";

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

export const AnalysisBody = Analysis.extend({
  blueprintId: z.string(),
  revision: z.number().int().openapi({ description: "1, 2, 3 … within its blueprint" }),
  createdAt: instantText(),
}).openapi("Analysis");

const analysisBody = ({
  result,
  blueprintId,
  revision,
  createdAt,
}: Pick<FinishedAnalysis, "result" | "blueprintId" | "revision" | "createdAt">) => ({
  ...{ ...result, blueprintId, revision, createdAt },
});

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

const Saved = z.object({ version: z.number().int(), savedAt: instantText() });

/** A version conflict: the error and the stored blueprint. */
const Stale = ErrorBody.extend({ version: z.number().int(), current: BlueprintBody }).openapi("StaleBlueprint");

/** Endpoints of the wizard. All need wizard access and return 404 for other users' blueprints. */
const signedIn = sessionArea(wizardRefusals, [403], ofBlueprint);

export const blueprintEndpoints = endpoints(
  signedIn.post("/blueprints", {
    summary: "Start a blueprint, filled in from the profile",
    body: BlueprintStart,
    creates: BlueprintBody,
    described: "A new draft, filled in from the profile",
    command: startBlueprint,
  }),
  signedIn.get("/blueprints", {
    summary: "Your blueprints, latest change first",
    returns: z.array(Entry),
    described: "Last changed first",
    command: listBlueprints,
  }),
  signedIn.get("/blueprints/{id}", {
    summary: "One blueprint, with its newest analysis when completed",
    returns: WithAnalysis,
    command: async (ctx, { id }) => {
      const found = await getBlueprint(ctx, id);
      if (!found.ok || found.value.status === "draft") return found;
      const newest = await getAnalysis(ctx, id);
      return newest.ok ? ok({ ...found.value, analysis: analysisBody(newest.value) }) : found;
    },
  }),
  signedIn.put("/blueprints/{id}", {
    summary: "Save a part of a draft, based on `version`",
    body: DraftSaving,
    returns: Saved,
    described: "Saved; the next save is based on this version",
    responses: { ...answers(409, Stale, "Saved elsewhere since that version") },
    refusals: {
      stale: ({ current }: { current: Blueprint }, c: Context) => {
        const error = { code: "stale", message: "This blueprint was changed elsewhere since you loaded it." };
        return c.json({ error, version: current.version, current }, 409);
      },
    },
    command: (ctx, input, c) => saveDraft(ctx, { ...input, device: deviceName(userAgentOf(c.req.raw.headers)) }),
  }),
  signedIn.delete("/blueprints/{id}", {
    summary: "Delete a blueprint with its analyses",
    empties: "Deleted",
    command: (ctx, { id }) => deleteBlueprint(ctx, id),
  }),
  signedIn.post("/blueprints/{id}/restoration", {
    summary: "Undo a deletion",
    returns: BlueprintBody,
    described: "Restored",
    command: (ctx, { id }) => restoreBlueprint(ctx, id),
  }),
  signedIn.put("/blueprints/{id}/name", {
    summary: "Set the name that your lists show; an empty one shows the company's name",
    body: BlueprintName.extend({ from: z.string() }),
    returns: BlueprintName,
    statuses: [400, 403, 404, 409, 422],
    refusals: { stale: (reason: { current: string }, c: Context) => renamedElsewhere(c, reason) },
    command: async (ctx, input) => mapped(await renameBlueprint(ctx, input), () => ({ name: input.name })),
  }),
  signedIn.post("/blueprints/{id}/duplicates", {
    summary: "Start another blueprint with the same answers",
    creates: BlueprintBody,
    described: "A new draft with the same answers",
    command: (ctx, { id }) => duplicateBlueprint(ctx, id),
  }),
  signedIn.post("/blueprints/{id}/analysis", {
    summary: "Run the return model; the result is the next revision",
    creates: AnalysisBody,
    described: "The next revision",
    statuses: [403, 404, 422],
    refusals: {
      incomplete: ({ fields }: { fields: Record<string, string> }) =>
        [422, Object.values(fields)[0] ?? "Some answers are still missing.", fields] as const,
    },
    command: async (ctx, { id: blueprintId }) =>
      mapped(await completeAnalysis(ctx, blueprintId), (run) => analysisBody({ blueprintId, ...run })),
  }),
);
