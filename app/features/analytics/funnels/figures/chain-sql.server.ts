import type { Dialect } from "#app/features/analytics/reports/report-sql.ts";
import { hourMs } from "#app/lib/durations.ts";
import type { FunnelQuery } from "./funnel-query.server.ts";

/*
 * The attempt of each visitor that got furthest; of equal ones the one that got there first, then the one that started last. Only the latest
 * attempt at each level is continued, as in a windowed funnel: an earlier one cannot succeed where the latest fails.
 *
 * A chain is an array: the number of required steps, two values that order equal chains, the time of its start, and the places of its actions
 * from the fifth value on. The largest chain is the best. Places of later actions are negative, so that of two chains with the same
 * start the one that got there first is larger. In any order places count from a visitor's last action.
 */

type Rules = Pick<FunnelQuery, "required" | "optional" | "order" | "windowHours" | "conditions">;

const never = "1e18";

/** The same in every window, so that actions are sorted once. */
const sorted = ({ order }: Rules) =>
  order === "any"
    ? "partition by visitor order by order_at desc, bits desc, can_start, session desc, at desc, value desc"
    : "partition by visitor order by order_at, bits, can_start desc, session, at, value";
const before = (rules: Rules) => `over (${sorted(rules)} rows between unbounded preceding and 1 preceding)`;
const untilHere = (rules: Rules) => `over (${sorted(rules)} rows between unbounded preceding and current row)`;

const micros = ({ windowHours }: Rules) => windowHours * hourMs * 1000;
const placeIn = (chain: string, level: number) => `abs(${chain}[${5 + level}])`;

const columns = "visitor, session, at, bits, value, fact, can_start, order_at";

/** The actions of `actions` with the place of each and the best chain of its visitor. */
function withBest(d: Dialect, rules: Rules, actions: string): string {
  const placed = `select ${columns}, row_number() over (${sorted(rules)}) as pos from ${actions}`;
  const chains = rules.order === "any" ? chainsInAnyOrder(d, rules, placed) : chainsInOrder(d, rules, placed);
  return `select ${columns}, pos, max(chain) over (partition by visitor) as best from (${chains}) chains`;
}

/**
 * The steps that may follow a level without ending a strict attempt: a repetition, and the optional steps before the next required one.
 */
function allowedAfter({ required, optional, conditions }: Rules, level: number): number {
  const next = required[level + 1] ?? conditions.length;
  return [required[level]!, ...optional.filter((step) => step > required[level]! && step < next)].reduce(
    (bits, step) => bits | (1 << step),
    0,
  );
}

/**
 * For each level, `attempt` is the attempt that the action continues to it: the time of its start and the places of its actions, in a strict
 * funnel after the number of actions that ended attempts at this level, so that ended ones are not continued.
 */
function chainsInOrder(d: Dialect, rules: Rules, placed: string): string {
  const isStrict = rules.order === "strict";
  const ended = (level: number) =>
    isStrict
      ? `, coalesce(sum(case when ${d.hasBit("bits", allowedAfter(rules, level))} then 0 else 1 end) ${before(rules)}, 0) as ended`
      : "";
  const select = (level: number, isReached: string, started: string, rows: string) => {
    const attempt = isStrict ? d.joined(d.array("ended"), started) : started;
    const chain = d.joined(d.array(String(level + 1), "-pos", "0"), started);
    return `select ${columns}, pos${isStrict ? ", ended" : ""}, case when ${isReached} then ${attempt} else ${d.emptyArray} end as attempt,
      case when ${isReached} then ${chain} else ${level === 0 ? d.emptyArray : "chain"} end as chain from (${rows}) level${level}`;
  };
  const startAt = `previous[${isStrict ? 2 : 1}]`;
  const isContinued = isStrict ? "and previous[1] = previous_ended" : "";
  return rules.required.reduce((rows, step, level) => {
    const isStep = d.hasBit("bits", 1 << step);
    if (level === 0)
      return select(
        0,
        `${isStep} and can_start = 1`,
        d.array("order_at", "pos"),
        `select ${columns}, pos${ended(0)} from (${placed}) placed`,
      );
    return select(
      level,
      `${isStep} and not ${d.isEmptyArray("previous")} ${isContinued} and order_at <= ${startAt} + ${micros(rules)}`,
      d.joined(isStrict ? d.rest("previous") : "previous", d.array("-pos")),
      `select ${columns}, pos, chain${isStrict ? ", ended as previous_ended" : ""}${ended(level)},
        coalesce(max(attempt) ${before(rules)}, ${d.emptyArray}) as previous from (${rows}) before${level}`,
    );
  }, "");
}

/** A chain starts with the action and has the first action of each step from there. */
function chainsInAnyOrder(d: Dialect, rules: Rules, placed: string): string {
  const levels = [...rules.required.keys()];
  const nearest = rules.required.map(
    (
      step,
      level,
    ) => `coalesce(max(case when ${d.hasBit("bits", 1 << step)} then pos end) ${untilHere(rules)}, 0) as near${level},
      coalesce(min(case when ${d.hasBit("bits", 1 << step)} then order_at end) ${untilHere(rules)}, ${never}) as at${level}`,
  );
  const cases = levels.toReversed().map((last) => {
    const own = levels.slice(0, last + 1).map((level) => `near${level}`);
    const isInWindow = own.map((_, level) => `at${level} <= order_at + ${micros(rules)}`).join(" and ");
    const first = own.length === 1 ? own[0]! : `least(${own.join(", ")})`;
    const chain = d.array(String(last + 1), first, "-pos", "order_at", ...own);
    return `when ${isInWindow} then case when pos in (${own.join(", ")}) then ${chain} else ${d.emptyArray} end`;
  });
  return `select ${columns}, pos, case when can_start = 0 then ${d.emptyArray} ${cases.join(" ")} else ${d.emptyArray} end as chain
    from (select ${columns}, pos, ${nearest.join(", ")} from (${placed}) placed) near`;
}

/**
 * Rows with `visitor`, `levels` and for each step the array of its action. An optional step counts between the required steps around it, or,
 * in any order, in the window; its first action is the one with the largest first value. `actions`: a table of actions.
 */
export function reachedActions(d: Dialect, rules: Rules, actions: string): string {
  const { required, optional, order, conditions } = rules;
  const isAny = order === "any";
  const [levels, startAt] = ["best[1]", "best[4]"];
  const action = d.array(isAny ? "pos" : "-pos", "at", "session", "value", "fact");
  const largest = (condition: string) => `max(case when ${condition} then ${action} else ${d.emptyArray} end)`;
  const levelBefore = (step: number) => required.findLastIndex((each) => each < step);
  const isAfter = (level: number) => `${levels} > ${level} and pos > ${placeIn("best", level)}`;
  const isBeforeNext = (level: number) =>
    level + 1 === required.length ? "true" : `(${levels} <= ${level + 1} or pos < ${placeIn("best", level + 1)})`;
  const found = conditions.map((_, step) => {
    const level = required.indexOf(step);
    if (level !== -1) return `${largest(`${levels} > ${level} and pos = ${placeIn("best", level)}`)} as r${step}`;
    const isInWindow = `${d.hasBit("bits", 1 << step)} and order_at <= ${startAt} + ${micros(rules)}`;
    const [own, next] = [isAfter(levelBefore(step)), isBeforeNext(levelBefore(step))];
    return `${largest(isAny ? `pos <= -best[3] and ${isInWindow}` : `${own} and ${next} and ${isInWindow}`)} as r${step}`;
  });
  const places = required.map((_, level) => `pos = ${placeIn("best", level)}`);
  const optionalBits = optional.reduce((bits, step) => bits | (1 << step), 0);
  const isStrict = order === "strict" && optional.length > 0;
  const wanted = isStrict
    ? "true"
    : [...places, ...(optionalBits === 0 ? [] : [d.hasBit("bits", optionalBits)])].join(" or ");
  const ends = isStrict
    ? [...new Set(optional.map(levelBefore))].map(
        (level) =>
          `, max(case when ${isAfter(level)} and not ${d.hasBit("bits", allowedAfter(rules, level))} then ${d.double("-pos")} else -${never} end) as end${level}`,
      )
    : [];
  const walked = `select visitor, max(${levels}) as levels, ${found.join(", ")}${ends.join("")}
    from (${withBest(d, rules, actions)}) every_best where not ${d.isEmptyArray("best")} and (${wanted}) group by visitor`;
  if (!isStrict) return walked;
  const kept = conditions.map((_, step) =>
    optional.includes(step)
      ? `case when ${d.isEmptyArray(`r${step}`)} or r${step}[1] < end${levelBefore(step)} then ${d.emptyArray} else r${step} end as r${step}`
      : `r${step}`,
  );
  return `select visitor, levels, ${kept.join(", ")} from (${walked}) walked_all`;
}
