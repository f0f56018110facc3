import type { Automation } from "#app/features/content/automation-schema.ts";
import type { Activity } from "#app/features/content/automation-terms.ts";
import { activities } from "#app/features/content/automation-terms.ts";
import { currentModel, mean } from "./parameters.ts";

/*
 * What the model says of one automation alone, before any firm is known. The grid prints it; an analysis never uses it,
 * since there hours are shared out among five automations and weighed by area, frequency and the firm's own numbers.
 */

/** Weeks that building this one alone takes, to the next half: effort over the model's effort per month. */
export const buildWeeks = ({ effort }: Pick<Automation, "effort">): number =>
  Math.max(0.5, Math.round(2 * (effort / currentModel.effortPerBuildMonth) * (52 / 12)) / 2);

/** Of 100 hours a week of one activity, how many the automation could return. */
export interface SavedHours {
  activity: Activity;
  /** Least values of the model's ranges together; rarely as low. */
  low: number;
  /** Means of the model's ranges. */
  expected: number;
  /** Largest values together; rarely as high. */
  high: number;
}

/**
 * Hours that could be returned of every 100 worked, per activity it covers, the largest first: its coverage times what can
 * be automated of that activity times adoption. Whole hours, for work in the automation's own area that is done daily.
 */
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
