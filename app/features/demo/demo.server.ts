import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { demoRow } from "./tables.server.ts";

/*
 * Demo data: the list of its rows. It is loaded in one transaction by the features' own commands (server/demo), so that
 * it obeys every rule; this feature stores the list of its rows (`demo_row`), so that they can be removed (removal.server.ts).
 *
 * Invariants: people of demo data have addresses that end in `-demo.example`, which receive no mail
 * (app/lib/people/demo-address.ts, mail/sending/delivery.server.ts); a real newsletter issue skips them, and a demo issue is sent only
 * to them (newsletter audience); demo invoices have their own number series (billing/invoices/documents.server.ts); demo people
 * cannot sign in and are no admins.
 */

export async function findDemo(ctx: Pick<Ctx, "db">): Promise<{ loadedAt: Date } | null> {
  const [row] = await oneRow(ctx.db).execute();
  return row ?? null;
}

const oneRow = prepared((db) => db.select({ loadedAt: demoRow.loadedAt }).from(demoRow).limit(1).prepare("demo_found"));

/** SQL condition. */
export const isDemoRow = (table: string, id: string) =>
  sql<boolean>`exists (select 1 from ${demoRow} where ${and(eq(demoRow.table, table), eq(demoRow.key, id))})`;

/** SQL subquery: keys as text. */
export const demoKeys = (table: string) =>
  sql`(select ${demoRow.key} from ${demoRow} where ${eq(demoRow.table, table)})`;
