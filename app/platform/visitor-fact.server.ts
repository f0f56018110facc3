import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Ctx } from "./context.server.ts";
import { type Db, prepared } from "./db.server.ts";

/**
 * Something that nearly every page needs to know about its user, such as whether the wizard is open to them. A feature
 * defines it as one scalar SQL expression; the statement that finds the session selects the facts of all features at once
 * (app/shell/visitor.server.ts), and the same expression reads a fact alone where no such statement ran.
 */
export type VisitorFact<Value> = {
  /** Unique, snake_case; names the column and the prepared statement. */
  name: string;
  select: (userId: SQLWrapper, now: SQLWrapper) => SQL<Value>;
  /** The value for this user: from the request's statement if that was about the same user, otherwise read now. */
  of: (ctx: Pick<Ctx, "db" | "now" | "facts">, userId: string) => Promise<Value>;
};

/** `select` may return json, which is read as its value. */
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
