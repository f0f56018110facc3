import { searchFold } from "#app/lib/search/search-fold.ts";
/* Mentions of admins in notes: `@` and the name or address of an admin. Safe in the browser. */

export type Mentionable = { userId: string; name: string; email: string };

export const mentionOf = ({ name, email }: Mentionable, admins: readonly Mentionable[]): string =>
  `@${admins.filter((other) => isSame(other.name, name)).length > 1 ? email : name}`;

/** Returns the admins whom a text mentions. `@Jonas Reyes` does not mention an admin called Jonas. */
export function mentionedIn<Person extends Mentionable>(text: string, admins: readonly Person[]): Person[] {
  const lower = text.toLowerCase();
  const labels = admins
    .flatMap((admin) => [admin.email, mentionOf(admin, admins).slice(1)].map((label) => ({ admin, label })))
    .map(({ admin, label }) => ({ admin, label: label.toLowerCase() }))
    .sort((one, other) => other.label.length - one.label.length);
  const found = new Set<Person>();
  for (let at = lower.indexOf("@"); at !== -1; at = lower.indexOf("@", at + 1)) {
    if (wordCharacter.test(lower[at - 1] ?? "")) continue;
    const match = labels.find(
      ({ label }) =>
        lower.startsWith(label, at + 1) && !wordCharacter.test(lower.slice(at + 1 + label.length).slice(0, 1)),
    );
    if (match) found.add(match.admin);
  }
  return [...found];
}

/** Finds an unfinished mention that ends at `caret`: the position of its `@` and the text typed since; otherwise null. */
export function openMention(text: string, caret: number): { at: number; typed: string } | null {
  const [, typed] =
    /(?:^|[^\p{L}\p{N}_.@])@([\p{L}\p{N}.'@_-]*(?: [\p{L}\p{N}.'_-]*)?)$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? null : { at: caret - typed.length - 1, typed };
}

/** Returns the admins with an address, or a word in their name, that starts with the typed text. */
export function suggestMentions<Person extends Mentionable>(typed: string, admins: readonly Person[]): Person[] {
  const start = searchFold(typed);
  return admins
    .filter(({ name, email }) => [name, email].some((label) => ` ${searchFold(label)}`.includes(` ${start}`)))
    .slice(0, 6);
}

const wordCharacter = /[\p{L}\p{N}_]/u;
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
