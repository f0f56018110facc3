import { chunks } from "#app/island-kit/chunks.server.ts";
import type { VisitorView } from "./request-context.ts";

export const wizardFiles = [
  "blueprint/wizard.tsx",
  "blueprint/mode.tsx",
  "blueprint/guided.tsx",
  "blueprint/quick-start.tsx",
];
export const adminFiles = ["admin/layout.tsx", "admin/today/today.tsx"];

/**
 * Files that the page fetches when it is idle (behaviors/chunks-ahead.ts), for signed-in users: chunks of the wizard for users
 * with access, and of the admin area for admins (spec: code-ahead), except for the current area. App pages have already loaded
 * the shared chunks.
 */
export function chunksAhead({ account, hasWizardAccess }: VisitorView, path: string, kind: "content" | "app"): string {
  if (!account) return "";
  const files = [
    ...(hasWizardAccess && !path.startsWith("/blueprint/wizard") ? wizardFiles : []),
    ...(account.isAdmin && !/^\/admin(\/|$)/.test(path) ? adminFiles : []),
  ];
  if (files.length === 0) return "";
  const key = `${kind} ${files}`;
  const list = known.get(key) ?? listOf(files, kind);
  known.set(key, list);
  return list;
}

/** Cache by combination; there are only a few. */
const known = new Map<string, string>();

function listOf(routeFiles: readonly string[], kind: "content" | "app"): string {
  const { start, pages } = chunks.appChunks(routeFiles);
  return `<meta name="code-ahead" content="${[...(kind === "content" ? start : []), ...pages].join(" ")}"/>`;
}
