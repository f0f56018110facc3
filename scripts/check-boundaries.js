// Checks the imports of the sources against scripts/boundaries.cjs. Prints the number of modules, and fails if it is too low.
import { createRequire } from "node:module";
import { cruise } from "dependency-cruiser";

const { forbidden, options } = createRequire(import.meta.url)("./boundaries.cjs");
const fewest = 150;

const { output } = await cruise(["app", "server", "db"], {
  ...options,
  validate: true,
  ruleSet: { forbidden },
  outputType: "json",
});
const { summary } = JSON.parse(output);
const broken = summary.violations.map(
  ({ rule, from, to, cycle, comment }) =>
    `${rule.name}: ${from} -> ${cycle ? cycle.map(({ name }) => name).join(" -> ") : to}${comment ? `\n    ${comment}` : ""}`,
);

process.stdout.write(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports\n${broken.join("\n")}\n`,
);
if (summary.totalCruised < fewest)
  process.stdout.write(`Only ${summary.totalCruised} modules were read; the parser does not understand the sources.\n`);
process.exit(broken.length === 0 && summary.totalCruised >= fewest ? 0 : 1);
