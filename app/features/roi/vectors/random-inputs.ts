import { activities, areas, outcomes, toolCategories } from "#app/features/content/automations/automation-terms.ts";
import { frequencies, type Industry, industries, revenueBands } from "../inputs/bounds.ts";
import type { AssumptionOverrides, CompanyInput, ModelInput, Process, Tool } from "../inputs/model-input.ts";
import { mulberry32 } from "../range/random.ts";

/**
 * Generates `count` valid inputs, deterministic per seed. Every tenth case is plain; the others each cover one edge:
 * limits of people and hours, regulated industries, empty input, the largest input, tools without a category, own
 * assumptions, the smallest hours, equal scores, the largest company. Every second one has processes with assumed hours
 * and tools that are complements.
 */
export function randomInputs(count: number, seed: number): ModelInput[] {
  const dice = diceFrom(mulberry32(seed));
  const marks = diceFrom(mulberry32(seed ^ 0x4d41524b));
  return Array.from({ length: count }, (_, index) => {
    const input = kinds[index % kinds.length]!(dice);
    return marks.chance(0.5) ? marked(input, marks) : input;
  });
}

const marked = ({ stack, processes, ...rest }: ModelInput, { chance }: Dice): ModelInput => ({
  ...rest,
  stack: stack.map((tool) => (chance(0.3) ? { ...tool, overlaps: chance(0.2) } : tool)),
  processes: processes.map((process) => (chance(0.5) ? { ...process, assumed: chance(0.8) } : process)),
});

interface Dice {
  /** A number in [low, high). */
  between: (low: number, high: number) => number;
  /** A whole number from low to high, inclusive. */
  whole: (low: number, high: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  chance: (share: number) => boolean;
}

function diceFrom(random: () => number): Dice {
  const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  return {
    between: (low, high) => low + random() * (high - low),
    whole,
    pick: (items) => items[whole(0, items.length - 1)]!,
    chance: (share) => random() < share,
  };
}

const kinds: readonly ((dice: Dice) => ModelInput)[] = [
  (dice) => plain(dice),
  (dice) => ({
    ...plain(dice),
    company: { ...company(dice), employees: dice.whole(1, 4) },
    processes: processes(dice, 6, { hours: () => dice.between(20, 60), people: () => dice.whole(1, 12) }),
  }),
  (dice) => ({ ...plain(dice), company: company(dice, dice.pick(["Healthcare", "Finance"])) }),
  (dice) => {
    const input = plain(dice);
    return dice.chance(0.5)
      ? { ...input, processes: [] }
      : { ...input, processes: processes(dice, 3, { hours: () => 0, people: () => dice.whole(1, 5) }) };
  },
  (dice) => ({ ...plain(dice), stack: stack(dice, 70), processes: processes(dice, 20) }),
  (dice) => ({ ...plain(dice), stack: stack(dice, dice.whole(1, 30)).map(({ category: _, ...tool }) => tool) }),
  (dice) => ({ ...plain(dice), assumptions: overrides(dice) }),
  (dice) => ({
    ...plain(dice),
    processes: processes(dice, dice.whole(1, 8), {
      hours: () => dice.between(0, 0.5),
      people: () => 1,
    }),
  }),
  (dice) => {
    const [one] = processes(dice, 1) as [Process];
    const same = Array.from({ length: dice.whole(2, 8) }, (_, index) => ({ ...one, name: `${one.name} ${index}` }));
    return { ...plain(dice), processes: same };
  },
  (dice) => ({
    ...plain(dice),
    company: { ...company(dice), employees: dice.whole(20_000, 100_000), hourlyCost: dice.between(25, 500) },
    processes: processes(dice, dice.whole(1, 20), {
      hours: () => dice.between(0, 60),
      people: () => dice.whole(1, 150_000),
    }),
  }),
];

function plain(dice: Dice): ModelInput {
  return {
    company: company(dice),
    stack: stack(dice, dice.whole(0, 20)),
    processes: processes(dice, dice.whole(1, 10)),
  };
}

function company(dice: Dice, industry: Industry = dice.pick(industries)): CompanyInput {
  return {
    employees: dice.chance(0.8) ? dice.whole(5, 250) : dice.whole(1, 5000),
    revenueBand: dice.pick(revenueBands),
    industry,
    focus: dice.pick(areas),
    topOutcome: dice.pick(outcomes),
    hourlyCost: dice.chance(0.5) ? 75 : dice.whole(25, 500),
  };
}

function stack(dice: Dice, size: number): Tool[] {
  return Array.from({ length: size }, (_, index) => {
    const tool = { id: `tool-${index}`, monthlyUsd: dice.chance(0.5) ? dice.whole(0, 900) : dice.between(0, 3000) };
    if (dice.chance(0.1)) return tool;
    return { ...tool, category: dice.chance(0.9) ? dice.pick(toolCategories) : `other-${dice.whole(1, 3)}` };
  });
}

const names = ["Lead entry", "Weekly report", "Angebote prüfen", "Q&A “triage”", "顧客フォロー", "a:b / c\\d"];

function processes(
  dice: Dice,
  count: number,
  amounts = {
    hours: () => (dice.chance(0.6) ? dice.whole(0, 12) : dice.between(0, 20)),
    people: () => dice.whole(1, 9),
  },
): Process[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${dice.pick(names)} ${index + 1}`,
    area: dice.pick(areas),
    activity: dice.pick(activities),
    hours: amounts.hours(),
    people: amounts.people(),
    frequency: dice.pick(frequencies),
    pain: dice.chance(0.9) ? dice.whole(1, 5) : dice.between(1, 5),
  }));
}

function overrides(dice: Dice): AssumptionOverrides {
  const rising = (low: number, high: number): [number, number, number] => {
    const [one, two, three] = [dice.between(low, high), dice.between(low, high), dice.between(low, high)].sort(
      (first, second) => first - second,
    ) as [number, number, number];
    return dice.chance(0.2) ? [two, two, two] : [one, two, three];
  };
  const own: AssumptionOverrides = {};
  if (dice.chance(0.7)) own.weeks = dice.chance(0.8) ? dice.whole(30, 52) : rising(30, 52);
  if (dice.chance(0.7)) own.adoption = rising(0.05, 1);
  if (dice.chance(0.7)) own.capture = rising(0.05, 1);
  return own;
}
