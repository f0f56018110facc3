import { readReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { type OutreachFigures, outreachFigures } from "#app/features/sequences/figures/outreach-figures.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { type AdminCtx, admitted } from "#app/shell/admin/admin.server.ts";

/** Reads the period from the URL and the figures of all sequences, or of the one in `sequence`. */
export async function chosenFigures(ctx: AdminCtx, params: URLSearchParams) {
  const { period, preset } = readReportQuery(params, ctx.now, env().COMPANY_TIMEZONE);
  const asked = params.get("sequence") ?? "";
  const sequenceId = isUuid(asked) ? asked : undefined;
  const figures = await outreachFigures(ctx, { from: period.from, to: period.to, sequenceId }).then(admitted);
  return { period, preset, sequenceId: sequenceId ?? null, figures };
}

/** Returns the steps of one version (`version=2`), one step (`step={id}`), or all steps. */
export const stepsOf = ({ sequences }: OutreachFigures, params: URLSearchParams) =>
  sequences
    .flatMap(({ title, versions }) => versions.map((version) => ({ title, ...version })))
    .filter(({ number }) => !params.has("version") || params.get("version") === String(number))
    .flatMap(({ title, number, steps }) => steps.map((step) => ({ title, number, ...step })))
    .filter(({ stepId }) => !params.has("step") || params.get("step") === stepId);
