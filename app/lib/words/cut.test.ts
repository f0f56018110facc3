import { expect, test } from "vitest";
import { cut, shortened } from "./cut.ts";

test.each([
  ["Team", 10, "Team", "Team"],
  ["Team 📅", 7, "Team 📅", "Team 📅"],
  ["Team 📅", 6, "Team ", "Team …"],
  ["Team 📅s", 7, "Team 📅", "Team …"],
  ["Team calendar", 6, "Team c", "Team …"],
])("%j of at most %i units", (text, max, whole, short) => {
  expect([cut(text, max), shortened(text, max)]).toEqual([whole, short]);
});
