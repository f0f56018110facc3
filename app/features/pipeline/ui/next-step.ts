import { dueText } from "./figures.ts";

export type UpcomingCall = { day: string; time: string };

export type NextStep = { title: string; due: string; isLate: boolean; isCall: boolean };

/**
 * Returns the first open task or the next call, whichever is earlier; on the same day the call, because a task can be done all day.
 * `today`: ISO date.
 */
export function nextStep(
  task: { title: string; dueOn: string | null } | null,
  call: UpcomingCall | undefined,
  today: string,
): NextStep | null {
  if (call && (!task || task.dueOn === null || task.dueOn >= call.day))
    return { title: "Call", due: call.time, isLate: false, isCall: true };
  if (!task) return null;
  const { text, isLate } = dueText(task.dueOn, today);
  return { title: task.title, due: text, isLate, isCall: false };
}
