import { completeName, type NameParts, type PersonName, splitName } from "#app/lib/people/person-name.ts";

/* The name of a prospect: a full name with its first and last name. They come from one source together. Safe in the browser. */

export const nameFields = ["name", "firstName", "lastName"] as const;

type Named = PersonName & { editedFields: readonly string[] };

/** Returns first and last name of a stored prospect. In a row from before these fields they are parts of its full name. */
export const namesOf = ({ name, firstName, lastName, editedFields }: Named): NameParts =>
  firstName || lastName || editedFields.includes("firstName") ? { firstName, lastName } : splitName(name ?? "");

/**
 * Returns the name after an edit. A part that was not sent (undefined), or not changed together with a changed full name, follows the
 * full name; a full name that was not changed follows its parts if it consisted of them.
 */
export function editedName(row: Named, sent: Pick<PersonName, "name"> & Partial<NameParts>): PersonName {
  const before = { name: row.name, ...namesOf(row) };
  const { name, firstName = before.firstName, lastName = before.lastName } = sent;
  const arePartsChanged = firstName !== before.firstName || lastName !== before.lastName;
  if (!arePartsChanged) return name === before.name ? before : completeName({ name });
  const isComposed = before.name === composed(before) || before.name === null;
  return { name: name === before.name && isComposed ? composed({ firstName, lastName }) : name, firstName, lastName };
}

const composed = ({ firstName, lastName }: NameParts): string | null => completeName({ firstName, lastName }).name;

/** A person with the company, for prospects among colleagues: "Dana Whitlock, Northfield". Without a name the address. */
export const personLabel = ({
  name,
  company,
  email,
}: {
  name: string | null;
  company: string | null;
  email: string;
}): string => [name ?? email, company].filter(Boolean).join(", ");
