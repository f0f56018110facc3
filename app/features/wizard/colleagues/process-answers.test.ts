import { expect, test } from "vitest";
import {
  disputedFields,
  mergeAnswers,
  type ProcessTexts,
  settleAnswers,
  shownAnswers,
  textsOf,
} from "./process-answers.ts";

const leads = {
  name: "Lead routing",
  area: "revenue" as const,
  activity: "data_entry" as const,
  hours: 4,
  people: 3,
  frequency: "daily" as const,
  pain: 3,
};
const answer = (typed: Partial<ProcessTexts>, confirmsHours = false) => ({
  shown: textsOf(leads),
  typed: { ...textsOf(leads), ...typed },
  confirmsHours,
});

test("changes of both sides to different fields are kept, without a question", () => {
  const current = { ...leads, people: 5 };
  expect(mergeAnswers(current, answer({ hours: "6.5", name: "Routing of leads" }))).toEqual({
    process: { ...leads, name: "Routing of leads", hours: 6.5, people: 5 },
    held: {},
  });
});

test("a field that both changed keeps the owner's value, and the colleague's is held", () => {
  const current = { ...leads, hours: 8 };
  const { process, held } = mergeAnswers(current, answer({ hours: "6", pain: "5" }));
  expect(process).toEqual({ ...leads, hours: 8, pain: 5 });
  expect(held).toEqual({ hours: "6" });
  expect(disputedFields(process, held)).toEqual(["hours"]);
});

test("both set the same value in different notations: no question", () => {
  expect(mergeAnswers({ ...leads, hours: 6 }, answer({ hours: " 6.0 " }))).toEqual({
    process: { ...leads, hours: 6 },
    held: {},
  });
});

test("an invalid answer is held with its error, and the valid ones are saved", () => {
  const { process, held } = mergeAnswers(leads, answer({ hours: "many", people: "7" }));
  expect(process).toEqual({ ...leads, people: 7 });
  expect(held).toEqual({ hours: "many" });
  const shown = shownAnswers(process, held);
  expect(shown.typed.hours).toBe("many");
  expect(shown.shown.hours).toBe("4");
  expect(shown.errors.hours).toMatch(/enter a number from 0 to 60/);
  expect(disputedFields(process, held)).toEqual([]);
  const again = { shown: shown.shown, typed: { ...shown.typed, hours: "9" }, confirmsHours: false };
  expect(mergeAnswers(process, again)).toEqual({ process: { ...leads, hours: 9, people: 7 }, held: {} });
});

test("only typing hours or people, or ticking the box, confirms hours", () => {
  const assumed = { ...leads, assumed: true };
  expect(mergeAnswers(assumed, answer({ name: "Leads" })).process).toMatchObject({ assumed: true });
  expect(mergeAnswers(assumed, answer({ hours: "5" })).process).not.toHaveProperty("assumed");
  expect(mergeAnswers(assumed, answer({ people: "5" })).process).not.toHaveProperty("assumed");
  expect(mergeAnswers(assumed, answer({}, true)).process).toEqual(leads);
  expect(mergeAnswers(assumed, answer({ hours: "many" })).process).toMatchObject({ assumed: true });
});

test("the colleague can insist on a value, unless the owner changed it again", () => {
  const current = { ...leads, hours: 8 };
  const held = { hours: "6" };
  expect(settleAnswers(current, held, { hours: "8" })).toEqual({ process: { ...leads, hours: 6 }, held: {} });
  expect(settleAnswers(current, held, { hours: "7" })).toEqual({ process: current, held });
});

test("a cleared field is cleared; an invalid choice is held", () => {
  const { process, held } = mergeAnswers(leads, answer({ pain: "", area: "nowhere" }));
  const { pain: _, ...rest } = leads;
  expect(process).toEqual(rest);
  expect(held).toEqual({ area: "nowhere" });
});
