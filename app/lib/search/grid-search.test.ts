import { expect, test } from "vitest";
import { type GridEntry, gridChoice, gridQuery, isShown, maxSearchLength } from "./grid-search.ts";
import { matchesSearch, searchFold } from "./search-fold.ts";

const areas = ["Revenue Operation", "Customer Lifecycle"];
const tools = ["hubspot", "slack", "gong"];
const all = { area: "", tools: [], words: "" };
const routing: GridEntry = {
  area: "Revenue Operation",
  tools: ["hubspot", "slack"],
  text: searchFold("S-03 Speed-to-Lead Routing A new lead gets its owner by e-mail, São Paulo HubSpot, Customer.io"),
};

test.each([
  ["?filter=Revenue+Operation&tool=slack&tool=hubspot&q=+lead+", "Revenue Operation", ["hubspot", "slack"], "lead"],
  ["?filter=revenue&tool=unknown&q=", "", [], ""],
  ["?tool=slack&tool=slack", "", ["slack"], ""],
  ["", "", [], ""],
])("the URL %j selects area %j, tools %j and words %j", (query, area, named, words) => {
  expect(gridChoice(new URLSearchParams(query), areas, tools)).toEqual({ area, tools: named, words });
});

test("a search is truncated at its maximum length", () => {
  const { words } = gridChoice(new URLSearchParams({ q: "x".repeat(500) }), areas, tools);
  expect(words).toHaveLength(maxSearchLength);
});

test.each([
  [all, ""],
  [{ ...all, area: "Revenue Operation" }, "?filter=Revenue+Operation"],
  [
    { area: "Customer Lifecycle", tools: ["hubspot", "slack"], words: "R&D lead" },
    "?tool=hubspot&tool=slack&filter=Customer+Lifecycle&q=R%26D+lead",
  ],
])("the URL of %j ends with %j and is read as the same choice", (choice, query) => {
  expect(gridQuery(choice)).toBe(query);
  expect(gridChoice(new URLSearchParams(query), areas, tools)).toEqual(choice);
});

test.each([
  [{}, true],
  [{ area: "Revenue Operation" }, true],
  [{ area: "Customer Lifecycle" }, false],
  [{ tools: ["slack"] }, true],
  [{ tools: ["slack", "hubspot"] }, true],
  [{ tools: ["slack", "gong"] }, false],
  [{ words: "routing LEAD" }, true],
  [{ words: "speed to lead" }, true],
  [{ words: "speed-to-lead" }, true],
  [{ words: "email" }, true],
  [{ words: "e-mail" }, true],
  [{ words: "sao" }, true],
  [{ words: "customerio" }, true],
  [{ words: "s-03" }, true],
  [{ words: "lead invoice" }, false],
  [{ words: "?!" }, true],
  [{ tools: ["slack"], words: "invoice" }, false],
])("%j shows the automation: %s", (choice, shown) => {
  expect(isShown(routing, { ...all, ...choice }, matchesSearch)).toBe(shown);
});
