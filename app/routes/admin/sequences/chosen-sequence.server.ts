import { data } from "react-router";
import { readSequence, type SequenceDetail } from "#app/features/sequences/sequences.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { AdminCtx } from "#app/shell/admin/admin.server.ts";

/** Returns the sequence of a page. Throws a 404 response. */
export async function chosenSequence(ctx: AdminCtx, id: string): Promise<SequenceDetail> {
  const found = isUuid(id) ? await readSequence(ctx, { id }) : null;
  if (!found?.ok) throw data(null, { status: 404 });
  return found.value;
}
