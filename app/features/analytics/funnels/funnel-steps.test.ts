import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { funnelStages } from "../steps/funnel-stages.ts";

const sources = ["app", "server"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.endsWith("funnel-stages.ts"))
  .map((file) => readFileSync(file, "utf8"));

/** Step names that the wizard composes: `${funnelLabels[step]}_viewed`. */
const composed = new Set(
  ["viewed", "completed"].flatMap((end) =>
    sources.some((text) => text.includes(`trackFunnel("wizard", \`\${funnelLabels[step]}_${end}\``))
      ? ["profile", "tech_stack", "processes"].map((step) => `wizard ${step}_${end}`)
      : [],
  ),
);

const sentBy = (stage: string, substage: string) =>
  sources.some((text) => text.includes(`"${substage}"`) && (text.includes(`"${stage}"`) || stage === "booking"));

test("every listed step is reported somewhere", () => {
  const steps = Object.entries(funnelStages).flatMap(([stage, substages]) =>
    substages.map((substage) => ({ name: `${stage} ${substage}`, stage, substage })),
  );
  const silent = steps.filter(({ name, stage, substage }) => !composed.has(name) && !sentBy(stage, substage));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
