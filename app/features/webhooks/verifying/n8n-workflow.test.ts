import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { analysisWorkflow } from "./n8n-workflow.ts";
import { placeholderSecret, verifiers } from "./verifiers.ts";

const workflow = analysisWorkflow({ secret: placeholderSecret, chatUrl: "https://chat.example.com/hooks/analyses" });

/** SHA-256 of the workflow that was run for docs/decisions/0168. After a change run tools/bench/n8n-import.ts and update both. */
const runOnN8n = "40df5c13eba75320bd1114fae2fbf875985d9f837c65b2bd0a287a18701834a2";

test("the workflow is the one that was imported and run on a real n8n", () => {
  expect(createHash("sha256").update(JSON.stringify(workflow)).digest("hex")).toBe(runOnN8n);
});

test("the workflow is inactive, has no credentials, checks signatures as the guide does, and reaches each node", () => {
  expect(workflow.active).toBe(false);
  expect(JSON.stringify(workflow)).not.toContain("credentials");
  const code = workflow.nodes.find(({ type }) => type === "n8n-nodes-base.code")!.parameters["jsCode"];
  expect(code).toBe(verifiers.find(({ key }) => key === "n8n")!.code(placeholderSecret));
  const names = workflow.nodes.map(({ name }) => name);
  const reached = new Set([names[0]!]);
  for (const name of reached) for (const { node } of workflow.connections[name]?.main.flat() ?? []) reached.add(node);
  expect([...reached].sort()).toEqual([...names].sort());
});
