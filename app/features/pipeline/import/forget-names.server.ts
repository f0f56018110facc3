import { and, inArray } from "drizzle-orm";
import { addressPattern } from "#app/lib/people/address-pattern.ts";
import type { DataSubject } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { containsAddress } from "#app/platform/database/contains-address.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { prospectImport, savedView } from "../tables.server.ts";
import { defaultFileName } from "./import-file.ts";

/**
 * Removes an address, in lower case, from texts that admins typed: saved views with it in their name or query are deleted,
 * and files of imports with it in their name get the default name. Parts of other addresses do not count.
 */
export async function forgetInNames(
  ctx: Ctx,
  { email: address, until }: Pick<DataSubject, "email" | "until">,
): Promise<void> {
  const pattern = new RegExp(addressPattern(address));
  // Queries are stored URL-encoded, so they are decoded for the search.
  const views = await ctx.db.select().from(savedView).where(isBeforeMove({ until }, savedView.createdAt));
  const named = views.filter(({ name, query }) =>
    [name, ...new URLSearchParams(query).values()].some((text) => pattern.test(text.toLowerCase())),
  );
  if (named.length > 0)
    await ctx.db.delete(savedView).where(
      inArray(
        savedView.id,
        named.map(({ id }) => id),
      ),
    );
  await ctx.db
    .update(prospectImport)
    .set({ fileName: defaultFileName })
    .where(and(containsAddress(prospectImport.fileName, address), isBeforeMove({ until }, prospectImport.createdAt)));
}
