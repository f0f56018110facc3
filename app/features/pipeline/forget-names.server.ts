import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { defaultFileName } from "./import-file.ts";
import { prospectImport, savedView } from "./tables.server.ts";

/**
 * Removes an address, in lower case, from texts that admins typed: saved views with it in their name or query are deleted,
 * and files of imports with it in their name get the default name.
 */
export async function forgetInNames(ctx: Ctx, address: string): Promise<void> {
  // Queries are stored as in a URL: `q=dana%40northfield.example`.
  const inQuery = new URLSearchParams({ q: address }).toString().slice("q=".length).toLowerCase();
  await ctx.db.delete(savedView).where(
    sql`position(${address} in lower(${savedView.name})) > 0
      or position(${inQuery} in lower(${savedView.query})) > 0`,
  );
  await ctx.db
    .update(prospectImport)
    .set({ fileName: defaultFileName })
    .where(sql`position(${address} in lower(${prospectImport.fileName})) > 0`);
}
