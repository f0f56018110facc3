import type { Activity } from "#app/features/content/automations/automation-terms.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { findTool } from "#app/features/content/tools/tools.ts";
import type { Working } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput, Process } from "#app/features/roi/inputs/model-input.ts";
import { areaRelation } from "#app/features/roi/inputs/parameters.ts";
import { categoryOf } from "#app/features/roi/model/stack.ts";
import { formatDecimal } from "#app/features/roi/wording/figures.ts";
import { counted } from "#app/lib/numbers.ts";

/*
 * Sheet A-01: the company's processes in the order in which a lead meets them, derived from area and kind of work;
 * within one kind in the order of the answers. Hours are those of the analysis, of either model version.
 */

export interface MapStep {
  /** Position on the map, from 1. */
  number: number;
  /** Position in the input. */
  process: number;
  stage: string;
  name: string;
  people: number;
  hoursEach: number;
  /** Per week, for all people together. */
  manualHours: number;
  addressedHours: number;
  savedHours: number;
  /** Names of the company's tools for this kind of work, most expensive first. */
  tools: string[];
  isAssumed: boolean;
}

const revenueStages: Readonly<Record<Activity, 1 | 2 | 3>> = {
  data_entry: 1,
  research: 1,
  routing: 1,
  scheduling: 2,
  communication: 2,
  follow_up: 2,
  documents: 2,
  judgement: 2,
  data_processing: 3,
  people: 3,
};

const stageNames = [
  "Attract",
  "Capture and route",
  "Sell",
  "Report and forecast",
  "Serve and renew",
  "Bill and operate",
] as const;

const stageOf = ({ area, activity }: Pick<Process, "area" | "activity">): number =>
  area === "revenue" ? revenueStages[activity] : { marketing: 0, lifecycle: 4, operations: 5 }[area];

const activityOrder: readonly Activity[] = [
  "data_entry",
  "research",
  "routing",
  "scheduling",
  "communication",
  "follow_up",
  "documents",
  "judgement",
  "data_processing",
  "people",
];

/** `counted` are the processes of the same analysis as the input, in its order. */
export function processMap({ processes, stack }: ModelInput, counted: Working["processes"]): MapStep[] {
  return processes
    .map((process, index) => ({ process, index, stage: stageOf(process) }))
    .sort(
      (one, other) =>
        one.stage - other.stage ||
        activityOrder.indexOf(one.process.activity) - activityOrder.indexOf(other.process.activity) ||
        one.index - other.index,
    )
    .flatMap(({ process, index, stage }, position) => {
      const hours = counted[index];
      if (!hours) return [];
      return {
        number: position + 1,
        process: index,
        stage: stageNames[stage]!,
        name: process.name,
        people: process.people,
        hoursEach: process.hours,
        manualHours: hours.manualHours,
        addressedHours: hours.addressedHours,
        savedHours: hours.savedHours,
        tools: toolsOf(process, stack),
        isAssumed: process.assumed === true,
      };
    });
}

/** Tools of the kinds that automations of this work connect: of its own area, else of neighboring ones. */
function toolsOf({ area, activity }: Process, stack: ModelInput["stack"]): string[] {
  const fitting = automations.filter(({ covers }) => covers[activity] !== undefined);
  const near = (relation: ReturnType<typeof areaRelation>) =>
    fitting.filter((automation) => areaRelation(automation.area, area) === relation);
  const closest = [near("same"), near("neighbor"), fitting].find(({ length }) => length > 0) ?? [];
  const kinds = new Set<string>(closest.flatMap(({ needs }) => needs));
  return stack
    .filter((tool) => kinds.has(categoryOf(tool)))
    .sort((one, other) => other.monthlyUsd - one.monthlyUsd)
    .map(({ id }) => findTool(id)?.name ?? id);
}

/** `6 people, 4 h each` */
export const peopleLabel = ({ people, hoursEach }: Pick<MapStep, "people" | "hoursEach">): string =>
  `${counted(people, "person", "people")}, ${formatDecimal(hoursEach)} h each`;

const maxTools = 4;

/** `HubSpot, Slack and 2 more` */
export function toolNames(tools: readonly string[]): string {
  if (tools.length === 0) return "none of your tools";
  if (tools.length <= maxTools) return tools.join(", ");
  return `${tools.slice(0, maxTools - 1).join(", ")} and ${tools.length - maxTools + 1} more`;
}

export const mapNote =
  "In the order a lead meets them, worked out from area and kind of work. Tools: the ones in your stack for that kind of work.";
