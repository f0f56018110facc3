import type { Flag } from "../analysis-shape.ts";
import type { CompanyInput, Process } from "../inputs/model-input.ts";
import type { Assumptions } from "../inputs/parameters.ts";
import { sumOf } from "./arithmetic.ts";

export interface CountedProcess extends Process {
  /** Hours per week of all people, after the limits. */
  weeklyHours: number;
}

/** Step 1: limits people to the employees and hours to ten per employee and week; flags each limit, and empty hours. */
export function countHours(
  company: CompanyInput,
  processes: readonly Process[],
  assumptions: Assumptions,
): { processes: CountedProcess[]; flags: Flag[] } {
  const flags: Flag[] = [];
  const counted = processes.map((process) => {
    if (process.people > company.employees) flags.push(`people_capped:${process.name}`);
    const people = Math.min(process.people, company.employees);
    return { ...process, people, weeklyHours: process.hours * people };
  });
  const total = sumOf(counted, (process) => process.weeklyHours);
  const limit = assumptions.countedHoursPerEmployee * company.employees;
  if (total > limit) {
    flags.push("hours_capped");
    const share = limit / total;
    for (const process of counted) process.weeklyHours *= share;
  }
  if (total === 0) flags.push("no_hours");
  return { processes: counted, flags };
}
