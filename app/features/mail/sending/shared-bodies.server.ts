import { asc, eq, inArray } from "drizzle-orm";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { mailBody } from "../tables.server.ts";

/*
 * One body for many mails. Parts that differ per recipient are placeholders, written `⟦name⟧`, filled in when the mail
 * is sent or displayed. Values are addresses and links, never markup: they are escaped in the HTML body.
 */

export type Bodies = { html: string; text: string };

/** Returns the placeholder of `name` in a body; letters only. */
export const place = (name: string): string => `⟦${name}⟧`;

/** Stores a body for many mails and returns its id. Throws if rendering changed a placeholder, which could never be filled in. */
export async function storeBody(ctx: Ctx, bodies: Bodies): Promise<string> {
  const names = new Set(Array.from(bodies.html.matchAll(places), ([written]) => written));
  const changed =
    bodies.text.match(places)?.find((written) => !names.has(written)) ?? bodies.html.match(encodedPlace)?.[0];
  if (changed) throw new Error(`A mail's body has an unusable placeholder: ${changed}.`);
  const id = newId();
  await ctx.db.insert(mailBody).values({ id, ...bodies, createdAt: ctx.now });
  return id;
}

/** Returns which of these bodies still exist and locks them until the transaction ends. Old bodies without mails are deleted. */
export async function holdBodies(tx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.db
    .select({ id: mailBody.id })
    .from(mailBody)
    .where(inArray(mailBody.id, [...ids]))
    .orderBy(asc(mailBody.id))
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}

/** Cache of the bodies being sent. A body never changes, so a copy cannot be stale. */
const kept = new Map<string, Bodies>();
const maxKept = 8;

export async function getBody(ctx: Pick<Ctx, "db">, id: string): Promise<Bodies> {
  const found = kept.get(id);
  if (found) return found;
  const [row] = await ctx.db.select().from(mailBody).where(eq(mailBody.id, id));
  if (!row) throw new Error("A mail's shared body is gone.");
  const bodies = { html: row.html, text: row.text };
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
  kept.set(id, bodies);
  return bodies;
}

/** Fills both bodies' placeholders. A name that `fill` lacks was never a placeholder and stays as written. */
export const fillBody = ({ html, text }: Bodies, fill: Record<string, string>): Bodies => ({
  html: html.replace(places, (written, name: string) =>
    Object.hasOwn(fill, name) ? escapeHtml(fill[name]!) : written,
  ),
  text: text.replace(places, (written, name: string) => (Object.hasOwn(fill, name) ? fill[name]! : written)),
});

const places = /⟦([a-zA-Z]+)⟧/g;
const encodedPlace = /%E2%9F%A6/i;
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign]!);
