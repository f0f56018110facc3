import { findUserByEmail } from "#app/features/accounts/profile/profile.server.ts";
import { findNewestAnalysis } from "#app/features/analysis/newest-analysis.server.ts";
import { wayFlow, wayLabels, wayRange } from "#app/features/analysis/two-ways.ts";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import { focusLabels, outcomeLabels, revenueBandLabels } from "#app/features/roi/inputs/input-labels.ts";
import { adviceTitle, drawsText, ways } from "#app/features/roi/wording/advice.ts";
import { formatEstimate, formatHours, formatMonths, formatReturn } from "#app/features/roi/wording/figures.ts";
import { formatUsd } from "#app/lib/money.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";

export type Brief = {
  blueprintId: string;
  revision: number;
  createdAt: Date;
  url: string;
  company: string;
  facts: { label: string; value: string }[];
  findings: { label: string; value: string }[];
  opportunities: { id: string; title: string; text: string }[];
  processes: { name: string; text: string }[];
  /** Booked with the address of a verified account, but without signing in or from another account. */
  warning: string | null;
  /** They booked from this analysis; otherwise it is their newest one. */
  isBookedFrom: boolean;
};

/**
 * Returns the brief for a booking: the analysis from which it was booked, otherwise the newest one of the verified user with its
 * address, otherwise of the signed-in user who booked; null without one. Only the host gets it, so booking with an address reveals
 * nothing about it.
 */
export async function findBrief(
  ctx: Pick<Ctx, "db">,
  { email, userId, blueprintId }: { email: string; userId: string | null; blueprintId: string | null },
): Promise<Brief | null> {
  const bookedFrom = userId && blueprintId ? await findNewestAnalysis(ctx, userId, blueprintId) : null;
  const known = bookedFrom ? null : await findUserByEmail(ctx, email);
  const owner = known?.emailVerified && !known.isDisabled ? known.id : userId;
  const newest = bookedFrom ?? (owner && (await findNewestAnalysis(ctx, owner)));
  if (!newest) return null;
  const { about, inputs, result, revision, createdAt } = newest;
  const { company } = inputs;
  const found = result.range;
  return {
    blueprintId: newest.blueprintId,
    revision,
    createdAt,
    url: `${env().SITE_URL}/admin/blueprint/${newest.blueprintId}`,
    company: about.companyName || "Company not named",
    facts: [
      ...(about.companyWebsite ? [{ label: "Website", value: about.companyWebsite }] : []),
      ...(about.role ? [{ label: "Their role", value: about.role }] : []),
      {
        label: "Size",
        value: `${company.employees} people, ${revenueBandLabels[company.revenueBand]}, ${company.industry}`,
      },
      { label: "Wants", value: `${outcomeLabels[company.topOutcome]} in ${focusLabels[company.focus]}` },
      { label: "Stack", value: `${inputs.stack.length} tools, ${formatUsd(result.stackMonthly)} a month` },
    ],
    findings: [
      {
        label: "Could save",
        value: `${formatHours(result.hoursSavedPerWeek)} of ${formatHours(result.manualHoursPerWeek)}`,
      },
      {
        label: "Worth a year",
        value: `${formatEstimate(result.annualValue)} (${span(found.annualValue, formatEstimate)})`,
      },
      { label: "Project", value: formatEstimate(result.implementationCost) },
      { label: "Advice", value: adviceTitle(result) },
      ...ways.flatMap((way) => {
        const [flow, drawn] = [wayFlow(result, way), wayRange(result, way)];
        return [
          {
            label: `${wayLabels[way]}: first year`,
            value: `${formatReturn(flow.roiY1, way, result.flags)}, above zero in ${drawsText(drawn.probPositiveY1)}`,
          },
          { label: `${wayLabels[way]}: payback`, value: formatMonths(flow.payback) },
          { label: `${wayLabels[way]}: three-year value`, value: `${formatEstimate(drawn.npv3[1])} median` },
        ];
      }),
    ],
    opportunities: result.opportunities
      .filter(({ inScope }) => inScope)
      .slice(0, 5)
      .map(({ id, annualValue, cost, paybackMonths }) => ({
        id,
        title: findAutomation(id)?.title ?? id,
        text: `${formatEstimate(annualValue)} a year for ${formatEstimate(cost)}, ${formatMonths(paybackMonths)}`,
      })),
    processes: inputs.processes
      .toSorted((a, b) => b.hours * b.people - a.hours * a.people)
      .slice(0, 5)
      .map(({ name, hours, people, pain }) => ({
        name,
        text: `${formatHours(hours * people)} (${people} × ${hours} h), pain ${pain} of 5`,
      })),
    warning: owner === userId ? null : identityWarning(userId !== null),
    isBookedFrom: bookedFrom !== null,
  };
}

const identityWarning = (isOtherAccount: boolean) =>
  `${
    isOtherAccount
      ? "The visitor booked from another account than that of this address"
      : "The visitor was not signed in when booking"
  }: make sure you are talking to the owner of that address before you show figures.`;

const span = (
  [low, , high]: readonly [number | null, number | null, number | null],
  format: (value: number) => string,
) => (low === null || high === null ? "no range" : `${format(low)} to ${format(high)}`);
