export const timelineKinds = {
  activity: "Activity",
  calls: "Calls",
  mail: "Email",
  money: "Payments",
  stages: "Stages",
  notes: "Notes",
  tasks: "Tasks",
} as const;

export type TimelineKind = keyof typeof timelineKinds;

export const readTimelineKind = (word: string | null): TimelineKind | null =>
  (Object.keys(timelineKinds) as TimelineKind[]).find((key) => key === word) ?? null;

const kindByPrefix: Readonly<Record<string, TimelineKind>> = {
  booking: "calls",
  mail: "mail",
  payment: "money",
  prospect: "stages",
};

/** Returns the group of an event by its name: `booking.made` is in `calls`. */
export const timelineKindOf = (eventName: string): TimelineKind =>
  kindByPrefix[eventName.slice(0, eventName.indexOf("."))] ?? "activity";
