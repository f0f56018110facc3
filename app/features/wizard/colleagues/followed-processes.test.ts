import fc from "fast-check";
import { expect, test } from "vitest";
import { followProcess } from "./followed-processes.server.ts";

const process = (name: string, hours = 4) => ({ name, hours, people: 3, pain: 3 });
const [quotes, leads, reports] = [process("Quotes"), process("Lead routing", 6), process("Reports", 2)];
const link = { place: 1, processName: "Lead routing" };

test("a link follows its process through edits, added and removed rows, and a new name", () => {
  const before = [quotes, leads, reports];
  const follow = (after: object[]) => followProcess(link, before, after);
  expect(follow([quotes, { ...leads, hours: 9 }, reports])).toEqual(link);
  expect(follow([leads, reports])).toEqual({ place: 0, processName: "Lead routing" });
  expect(follow([process("Onboarding"), quotes, leads, reports])).toEqual({ place: 2, processName: "Lead routing" });
  expect(follow([quotes, { ...leads, name: "Routing" }, reports])).toEqual({ place: 1, processName: "Routing" });
});

test("a removed process is found again when it returns with the same name", () => {
  const gone = followProcess(link, [quotes, leads], [quotes]);
  expect(gone).toEqual({ place: null, processName: "Lead routing" });
  expect(followProcess(gone, [quotes], [quotes, reports])).toEqual(gone);
  expect(followProcess(gone, [quotes], [{ ...leads, name: "lead routing " }, quotes])).toEqual({
    place: 0,
    processName: "lead routing ",
  });
});

test("typing a name letter by letter between other rows never moves the link to another process", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 2 }), (name, place) => {
      let rows = [quotes, leads, reports];
      let now = { place, processName: rows[place]!.name } as { place: number | null; processName: string };
      const others = rows.filter((_, index) => index !== place);
      fc.pre(!others.some((row) => name.toLowerCase().trim().startsWith(row.name.toLowerCase().slice(0, 1))));
      for (let length = 1; length <= name.length; length += 1) {
        const next = rows.map((row, index) => (index === place ? { ...row, name: name.slice(0, length) } : row));
        now = followProcess(now, rows, next);
        expect(now.place).toBe(place);
        rows = next;
      }
    }),
  );
});
