import { type CatalogueTool, tools } from "./tools.ts";

/**
 * A tool's name as it is shown: underscores are spaces and each word begins with a capital. Capitals inside a word stay.
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
 * What the name of a workflow step stands for: the catalogue's tool, in any case and with spaces or underscores, under the
 * name its makers write ("lemlist"); or null and the name in words for everything else ("language_model").
 */
export function toolNamed(name: string): { name: string; tool: CatalogueTool | null } {
  const tool = byName.get(plain(name)) ?? null;
  return { name: tool?.name ?? displayToolName(name), tool };
}

const plain = (name: string) => displayToolName(name).toLowerCase();
const byName: ReadonlyMap<string, CatalogueTool> = new Map(tools.map((tool) => [plain(tool.name), tool]));
