import { expect, test } from "vitest";
import { referenceProblems } from "./reference-rules.ts";

const requirements = `
| id | requirement | code | tests |
|---|---|---|---|
| \`routes\` | Pages at \`/terms\`. | \`app/routes.ts\` | \`content/pages.test.ts\` |
| \`code-checks\` | In order. | \`access/codes.server.ts\` | \`access/gone.test.ts\` |
| \`routes\` | Again. | \`app/routes.ts\` | \`app/routes.ts\` |
`;
const tree: Record<string, string> = {
  "docs/specification/requirements.md": requirements,
  "docs/decisions/0115-event-log.md": "Replaces decision 0051.",
  "app/routes.ts": "/** (spec: routes, code-checks; decision 0115) */",
  "app/features/access/codes.server.ts": "// (spec: code-check)",
  "app/features/content/pages.test.ts": "",
};

test("references resolve to requirements, decisions and files", () => {
  expect(
    referenceProblems({ files: Object.keys(tree), read: (file) => tree[file] ?? "", exists: (path) => path in tree }),
  ).toEqual([
    "docs/specification/requirements.md: routes is there twice",
    "docs/specification/requirements.md: code-checks: access/gone.test.ts does not exist",
    "docs/decisions/0115-event-log.md: decision 0051 does not exist",
    "app/features/access/codes.server.ts: spec: code-check is not a requirement",
  ]);
});
