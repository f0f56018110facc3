import { deletedNamesDays } from "#app/features/pipeline/lists/bulk.ts";

/** What deleting prospects removes, for its dialogs. */
export const DeletedParts = () => (
  <p>
    Notes, tasks, tags, stages and sequences are deleted, and unsent sequence email is canceled. Accounts, calls,
    payments and sent email, with its replies and their originals, stay. This cannot be undone. A person who contacts us
    again becomes a new prospect. The audit log names the people for {deletedNamesDays} days.
  </p>
);
