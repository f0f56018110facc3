import { chunks } from "#app/island-kit/chunks.server.ts";
import type { VisitorView } from "#app/shell/request-context.ts";
import { withIntegrity } from "./page-html.server.ts";

export const wizardFiles = [
  "blueprint/wizard.tsx",
  "blueprint/mode.tsx",
  "blueprint/guided.tsx",
  "blueprint/quick-start.tsx",
];
export const adminFiles = ["admin/layout.tsx", "admin/today/today.tsx"];
/** The largest files, most of the bytes: the many small ones are loaded side by side with the page that needs them. */
const maxFiles = 24;

/**
 * Elements for the head of a signed-in user's page. The files that it fetches when it is idle (behaviors/chunks-ahead.ts):
 * chunks of the wizard for users with access, and of the admin area for admins (spec: code-ahead), except for the current area.
 * App pages have already loaded the shared chunks. Content pages get the script that does it.
 */
export function signedInHead({ account, hasWizardAccess }: VisitorView, path: string, kind: "content" | "app"): string {
  if (!account) return "";
  const files = [
    ...(hasWizardAccess && !path.startsWith("/blueprint/wizard") ? wizardFiles : []),
    ...(account.isAdmin && !/^\/admin(\/|$)/.test(path) ? adminFiles : []),
  ];
  const key = `${kind} ${files}`;
  const elements =
    known.get(key) ?? (kind === "content" ? script() : "") + (files.length > 0 ? listOf(files, kind) : "");
  known.set(key, elements);
  return elements;
}

const script = () =>
  withIntegrity(`<script type="module" async src="${chunks.fileOf("app/behaviors/signed-in.ts")}"></script>`);

/** Cache by combination; there are only a few. */
const known = new Map<string, string>();

function listOf(routeFiles: readonly string[], kind: "content" | "app"): string {
  const { start, pages } = chunks.appChunks(routeFiles);
  const files = [...(kind === "content" ? start : []), ...pages].slice(0, maxFiles);
  return `<meta name="code-ahead" content="${files.join(" ")}"/>`;
}
