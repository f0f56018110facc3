import { type CatalogueTool, tools } from "./tools.ts";

/**
 * Returns a tool's display name: underscores become spaces, and each word starts with a capital. Capitals inside a word
 * are kept.
 *
 * @example displayToolName("google_sheets") // "Google Sheets"
 */
export const displayToolName = (name: string): string =>
  name
    .replaceAll("_", " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

/**
 * Resolves the tool name of a workflow step: the catalogue's tool, in any case and with spaces or underscores, with its
 * maker's spelling ("lemlist"); or null and the name as words for anything else ("language_model").
 */
export function toolNamed(name: string): { name: string; tool: CatalogueTool | null } {
  const tool = byName.get(plain(name)) ?? null;
  return { name: tool?.name ?? displayToolName(name), tool };
}

const plain = (name: string) => displayToolName(name).toLowerCase();
const byName: ReadonlyMap<string, CatalogueTool> = new Map(tools.map((tool) => [plain(tool.name), tool]));
