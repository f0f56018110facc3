import type { Automation } from "#app/features/content/automations/automation-schema.ts";
import type { Activity } from "#app/features/content/automations/automation-terms.ts";
import { activities } from "#app/features/content/automations/automation-terms.ts";
import { currentModel, mean } from "../inputs/parameters.ts";

/* The model's figures for one automation alone, for the grid. An analysis shares hours among five and weighs them. */

/** Weeks to build it alone, to the nearest half, at least half a week: effort over effort per month. */
export const buildWeeks = ({ effort }: Pick<Automation, "effort">): number =>
  Math.max(0.5, Math.round(2 * (effort / currentModel.effortPerBuildMonth) * (52 / 12)) / 2);

/** Hours that the automation could return of 100 hours a week of one activity. */
export interface SavedHours {
  activity: Activity;
  /** The minimums of the model's ranges combined; rarely this low. */
  low: number;
  expected: number;
  /** The maximums combined; rarely this high. */
  high: number;
}

/** Hours saved of every 100 worked, per covered activity, largest first, for daily work in the automation's area. */
export function savedHoursOf({ covers }: Pick<Automation, "covers">): SavedHours[] {
  return activities
    .flatMap((activity) => {
      const coverage = covers[activity];
      if (coverage === undefined) return [];
      const automatable = currentModel.automatable[activity];
      const of = (share: number, adopted: number) => Math.round(100 * coverage * share * adopted);
      return {
        activity,
        low: of(automatable[0], currentModel.adoption[0]),
        expected: of(mean(automatable), mean(currentModel.adoption)),
        high: of(automatable[2], currentModel.adoption[2]),
      };
    })
    .sort((one, other) => other.expected - one.expected);
}
