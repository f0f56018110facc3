import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toolCategories } from "../automations/automation-terms.ts";
import { findTool, toolGroups, tools } from "./tools.ts";

test("ids and names of tools are unique", () => {
  expect(new Set(tools.map((tool) => tool.id)).size).toBe(tools.length);
  expect(new Set(tools.map((tool) => tool.name.toLowerCase())).size).toBe(tools.length);
});

test("every record can be stored in a blueprint and shown on one line", () => {
  for (const tool of tools) {
    expect(tool.id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(tool.category).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(tool.brandColor).toMatch(/^#[0-9a-f]{6}$/);
    expect(Number.isInteger(tool.listPriceUsd) && tool.listPriceUsd >= 0).toBe(true);
    expect(tool.priceBasis.length).toBeLessThanOrEqual(40);
    expect(tool.description).toMatch(/^[A-Z].{10,90}\.$/);
  }
});

test("every group has tools, and every category that an automation needs has a tool", () => {
  for (const group of toolGroups) expect(tools.filter((tool) => tool.group === group).length).toBeGreaterThan(0);
  const offered = new Set(tools.map((tool) => tool.category));
  for (const category of toolCategories) expect(offered).toContain(category);
});

test("the ten tools of the worked example have its prices", () => {
  const priced = [
    "hubspot",
    "pipedrive",
    "mailchimp",
    "customerio",
    "typeform",
    "slack",
    "calendly",
    "zendesk",
    "looker-studio",
    "pandadoc",
  ];
  expect(priced.map((id) => [findTool(id)?.category, findTool(id)?.listPriceUsd])).toEqual([
    ["crm", 1600],
    ["crm", 490],
    ["email", 350],
    ["email", 150],
    ["forms", 83],
    ["chat", 390],
    ["calendar", 160],
    ["support", 690],
    ["bi", 0],
    ["documents", 245],
  ]);
});

test("the sprite contains exactly the logos that the tools name, each once", () => {
  const sprite = readFileSync(new URL("../../../ui/logos/logos.svg", import.meta.url), "utf8");
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id!);
  const named = tools.flatMap(({ logo }) => logo ?? []);
  expect(new Set(named).size).toBe(named.length);
  expect(symbols.sort()).toEqual(named.sort());
});

test("a tool is found only by its id", () => {
  expect(findTool("hubspot")?.name).toBe("HubSpot");
  expect(findTool("HubSpot")).toBeUndefined();
  expect(findTool("__proto__")).toBeUndefined();
});
