/** Visits of one week: all of them, and by source, page and goal. */
export type WeekFigures = {
  visits: number;
  bounceRate: number;
  sources: ReadonlyMap<string, number>;
  pages: ReadonlyMap<string, number>;
  goals: ReadonlyMap<string, number>;
};

/** A figure with its values in both weeks. `name`: the source, path or goal; empty for the figures of all visits. */
export type Change = {
  kind: "visits" | "bounceRate" | "source" | "page" | "goal";
  name: string;
  before: number;
  now: number;
};

/**
 * A change of this many standard deviations is reported. Counts that differ by chance stay below it nineteen times in twenty; as the
 * largest of many figures is taken, the limit is a little higher.
 */
const reportedFrom = 2.5;

/**
 * The figure that changed most against chance, or null if none did. Counts are compared as Poisson counts, (now − before) /
 * √(now + before), and rates as proportions of the visits, so that 3 visits after 1 do not outweigh 900 after 600.
 */
export function biggestChange(now: WeekFigures, before: WeekFigures): Change | null {
  const changes: Change[] = [
    { kind: "visits", name: "", before: before.visits, now: now.visits },
    ...countChanges("source", now.sources, before.sources),
    ...countChanges("page", now.pages, before.pages),
    ...countChanges("goal", now.goals, before.goals),
  ];
  const scored = changes.map((change) => ({ change, score: countScore(change) }));
  const rate: Change = { kind: "bounceRate", name: "", before: before.bounceRate, now: now.bounceRate };
  scored.push({ change: rate, score: rateScore(now, before) });
  const top = scored.reduce((best, one) => (one.score > best.score ? one : best));
  return top.score >= reportedFrom ? top.change : null;
}

const countChanges = (
  kind: "source" | "page" | "goal",
  now: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): Change[] =>
  [...new Set([...now.keys(), ...before.keys()])].map((name) => ({
    ...{ kind, name, before: before.get(name) ?? 0, now: now.get(name) ?? 0 },
  }));

const countScore = ({ now, before }: Change): number =>
  now + before === 0 ? 0 : Math.abs(now - before) / Math.sqrt(now + before);

function rateScore(now: WeekFigures, before: WeekFigures): number {
  if (now.visits === 0 || before.visits === 0) return 0;
  const bounces = now.bounceRate * now.visits + before.bounceRate * before.visits;
  const rate = bounces / (now.visits + before.visits);
  const deviation = Math.sqrt(rate * (1 - rate) * (1 / now.visits + 1 / before.visits));
  return deviation === 0 ? 0 : Math.abs(now.bounceRate - before.bounceRate) / deviation;
}

const number = (value: number) => value.toLocaleString("en-US");
const percent = (rate: number) => `${Math.round(rate * 100)}%`;

/** "up 34%", "down 8%", "unchanged"; null if there is nothing to compare with, or from ten times the value on. */
export function relativeText(now: number, before: number): string | null {
  if (before === 0) return now === 0 ? "unchanged" : null;
  const change = Math.round((now / before - 1) * 100);
  if (now === before) return "unchanged";
  if (change >= 900) return null;
  return change === 0 ? "about the same" : `${change > 0 ? "up" : "down"} ${Math.abs(change)}%`;
}

const subjects: Record<Exclude<Change["kind"], "bounceRate">, (name: string) => { one: string; many: string }> = {
  visits: () => ({ one: "visit", many: "visits" }),
  source: (name) => ({ one: `visit from ${name}`, many: `visits from ${name}` }),
  page: (name) => ({ one: `visit with ${name}`, many: `visits with ${name}` }),
  goal: (name) => ({ one: `visit that reached ${name}`, many: `visits that reached ${name}` }),
};

/** The change in one sentence with both numbers: "Visits from google.com rose from 120 to 180 (up 50%)." */
export function changeText({ kind, name, before, now }: Change): string {
  if (kind === "bounceRate")
    return `The bounce rate ${now > before ? "rose" : "fell"} from ${percent(before)} to ${percent(now)}.`;
  const { one, many } = subjects[kind](name);
  const counted = (value: number) => `${number(value)} ${value === 1 ? one : many}`;
  if (before === 0) return `There ${now === 1 ? "was" : "were"} ${counted(now)}, after none the week before.`;
  if (now === 0) return `There were no ${many}, after ${number(before)} the week before.`;
  const relative = relativeText(now, before);
  const start = `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
  return `${start} ${now > before ? "rose" : "fell"} from ${number(before)} to ${number(now)}${relative ? ` (${relative})` : ""}.`;
}
