import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { type Db, prepared } from "#app/platform/db.server.ts";

/**
 * A value about the user that nearly every page needs, such as whether they have access to the wizard. A feature
 * defines it as one scalar SQL expression; the statement that finds the session selects the facts of all features at
 * once (app/shell/visitor.server.ts), and the same expression reads a single fact in other contexts.
 */
export type VisitorFact<Value> = {
  /** Unique, snake_case; names the column and the prepared statement. */
  name: string;
  select: (userId: SQLWrapper, now: SQLWrapper) => SQL<Value>;
  /** The value for this user: from the request's session statement if it was about the same user, otherwise from a query. */
  of: (ctx: Pick<Ctx, "db" | "now" | "facts">, userId: string) => Promise<Value>;
};

/** `select` can return json; the result is its parsed value. */
export function visitorFact<Value>(name: string, select: VisitorFact<Value>["select"]): VisitorFact<Value> {
  const alone = prepared((db: Db) =>
    db
      .select({ value: sql<Value>`(${select(sql.placeholder("userId"), sql.placeholder("now"))})` })
      .from(sql`(values (1)) as one`)
      .prepare(`visitor_${name}`),
  );
  return {
    name,
    select,
    async of({ db, now, facts }, userId) {
      if (facts?.userId === userId && Object.hasOwn(facts.values, name)) return facts.values[name] as Value;
      const [row] = await alone(db).execute({ userId, now });
      return row!.value;
    },
  };
}
