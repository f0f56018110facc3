import { expect, test } from "vitest";
import { findTool, toolGroups, tools } from "#app/features/content/tools/tools.ts";
import { commonToolIds, listPriceFor } from "./list-price.ts";

const priceOf = (id: string, employees?: number) => listPriceFor(findTool(id)!, employees);

test("at 45 people every list price equals the catalogue's", () => {
  for (const tool of tools)
    expect(listPriceFor(tool, 45)).toEqual({ monthlyUsd: tool.listPriceUsd, basis: tool.priceBasis });
  expect(priceOf("hubspot")).toEqual(priceOf("hubspot", 45));
});

test("seats grow with the company; plans and free tools do not", () => {
  expect(priceOf("pipedrive", 200)).toEqual({ monthlyUsd: 2156, basis: "44 seats" });
  expect(priceOf("pipedrive", 5)).toEqual({ monthlyUsd: 49, basis: "1 seat" });
  expect(priceOf("gong", 90)).toEqual({ monthlyUsd: 2660, basis: "quoted, 20 seats" });
  expect(priceOf("slack", 5)).toEqual({ monthlyUsd: 43, basis: "5 people" });
  expect(priceOf("mailchimp", 200)).toEqual(priceOf("mailchimp", 45));
  expect(priceOf("google-forms", 200)).toEqual(priceOf("google-forms", 45));
});

test("six common tools of every group", () => {
  for (const group of toolGroups)
    expect(tools.filter((tool) => tool.group === group && commonToolIds.has(tool.id))).toHaveLength(6);
});
