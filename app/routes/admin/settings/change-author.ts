import type { NamedPerson } from "#app/features/accounts/profile/people.server.ts";

/** Who changed a setting, as lists of changes name them. */
export function authorOf(
  { changedByUserId, changedByKind }: { changedByUserId: string | null; changedByKind: string },
  authors: readonly Pick<NamedPerson, "userId" | "name" | "email">[],
): string {
  const author = authors.find(({ userId }) => userId === changedByUserId);
  if (author) return author.name || author.email;
  return changedByKind === "command_line" ? "Command line" : changedByKind === "system" ? "System" : "Former admin";
}
