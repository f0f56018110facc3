import { chunks } from "#app/island-kit/chunks.server.ts";
import type { VisitorView } from "./request-context.ts";

const wizard = ["blueprint/wizard.tsx", "blueprint/mode.tsx", "blueprint/guided.tsx", "blueprint/quick-start.tsx"];
const admin = ["admin/layout.tsx", "admin/dashboard.tsx"];

/**
 * Once signed in, people are likely to open the wizard, when it is open to them, and admins their desk: what both are made
 * of, for the browser to fetch when it has nothing better to do (public-site §4). Nothing for the area they are in already.
 */
export function chunksAhead({ account, hasWizardAccess }: VisitorView, path: string) {
  if (!account) return null;
  const files = [
    ...(hasWizardAccess && !path.startsWith("/blueprint/wizard") ? wizard : []),
    ...(account.isAdmin && !/^\/admin(\/|$)/.test(path) ? admin : []),
  ];
  return files.length > 0 ? chunks.appChunks(files) : null;
}
