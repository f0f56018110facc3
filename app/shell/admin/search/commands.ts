import { isClose } from "#app/lib/close-words.ts";
import { type AdminCommand, adminActions, adminGroups } from "../navigation.ts";

const pages: readonly AdminCommand[] = adminGroups.flatMap(({ links }) => links.map(({ count: _, ...page }) => page));

const maxFound = 6;
/** Shorter text occurs in most descriptions. */
const minLengthForAbout = 4;

/** Pages and actions that match the typed text, typing mistakes allowed; without text, every action and no page. */
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
