import type { Role } from "#app/lib/rights.ts";
import { isClose } from "#app/lib/search/close-words.ts";
import { type AdminCommand, actionsFor, groupsFor } from "../navigation.ts";

const maxFound = 6;
/** Shorter text matches most descriptions. */
const minLengthForAbout = 4;

/** Finds the role's pages and actions by text, tolerating typos; without text, returns all its actions and no pages. Signs alone find nothing. */
export function findCommands(typed: string, role: Role): { actions: AdminCommand[]; pages: AdminCommand[] } {
  const actions = actionsFor(role);
  if (typed.trim() === "") return { actions: [...actions], pages: [] };
  if (!/[\p{L}\p{N}]/u.test(typed)) return { actions: [], pages: [] };
  const pages = groupsFor(role).flatMap(({ links }) => links.map(({ count: _, area: __, ...page }) => page));
  const find = (commands: readonly AdminCommand[]) => {
    const byLabel = commands.filter(({ label, words }) => isClose(typed, words ? `${label} ${words}` : label));
    const byText =
      typed.trim().length < minLengthForAbout
        ? []
        : commands.filter((command) => !byLabel.includes(command) && isClose(typed, command.about));
    return [...byLabel, ...byText].slice(0, maxFound);
  };
  return { actions: find(actions), pages: find(pages) };
}
