import { isClose } from "#app/lib/close-words.ts";
import { type AdminCommand, adminActions, adminGroups } from "../navigation.ts";

const pages: readonly AdminCommand[] = adminGroups.flatMap(({ links }) => links.map(({ count: _, ...page }) => page));

const maxFound = 6;
/** Shorter text matches most descriptions. */
const minLengthForAbout = 4;

/** Finds pages and actions by text, tolerating typos; without text, returns all actions and no pages. */
export function findCommands(typed: string): { actions: AdminCommand[]; pages: AdminCommand[] } {
  if (typed.trim() === "") return { actions: [...adminActions], pages: [] };
  const find = (commands: readonly AdminCommand[]) => {
    const byLabel = commands.filter(({ label, words }) => isClose(typed, words ? `${label} ${words}` : label));
    const byText =
      typed.trim().length < minLengthForAbout
        ? []
        : commands.filter((command) => !byLabel.includes(command) && isClose(typed, command.about));
    return [...byLabel, ...byText].slice(0, maxFound);
  };
  return { actions: find(adminActions), pages: find(pages) };
}
