import { AsyncResource } from "node:async_hooks";
import { SteadyPool } from "../db.server.ts";
import { SteadyClient } from "../outside/steady-client.server.ts";
import { endFailed, type SpanTracer } from "./spans.server.ts";

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
type Method = (...args: unknown[]) => unknown;

/**
 * Records every statement that is part of a recorded trace, by replacing two methods of the driver's classes: nothing remains
 * in their way without tracing. Statements of the job queue's own polling belong to no trace. Returns the undo.
 */
export function traceStatements(tracer: SpanTracer): () => void {
  const client = SteadyClient.prototype as unknown as { query: Method };
  const pool = SteadyPool.prototype as unknown as { connect: Method };
  const { query } = client;
  const { connect } = pool;

  client.query = function tracedQuery(this: unknown, ...args: unknown[]) {
    const parent = tracer.recorded();
    const statement = parent && textOf(args[0]);
    if (!statement) return query.apply(this, args);
    const span = tracer.open(
      statement,
      "client",
      { "db.system.name": "postgresql", "db.query.summary": statement },
      parent,
    );
    const last = args.at(-1);
    if (typeof last === "function") {
      const finish: Callback = (error, ...rest) => {
        if (error) endFailed(span, error);
        else span.end();
        (last as Callback)(error, ...rest);
      };
      return query.apply(this, [...args.slice(0, -1), finish]);
    }
    const result = query.apply(this, args);
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (error: unknown) => endFailed(span, error),
      );
    else span.end();
    return result;
  };

  // A waiting caller gets its connection when another one releases it, and must not continue in that one's trace.
  pool.connect = function boundConnect(this: unknown, ...args: unknown[]) {
    const [callback] = args;
    return connect.apply(this, typeof callback === "function" ? [AsyncResource.bind(callback as Callback)] : args);
  };

  return () => {
    client.query = query;
    pool.connect = connect;
  };
}

function textOf(statement: unknown): string | null {
  if (typeof statement === "string") return summaryOf(statement);
  const { name, text, submit } = (statement ?? {}) as { name?: string; text?: string; submit?: unknown };
  if (submit || !text) return null;
  return name ?? summaryOf(text);
}

const verbs =
  /\b(select|insert into|update|delete from|merge into|copy|begin|commit|rollback|savepoint|set|lock table)\b/;
/** The change of a statement that starts with `with`; not the lock of `for update`. */
const changes = /(?<!\bfor |\bkey )\b(insert into|update|delete from|merge into)\b/;
const tableAfter: Readonly<Record<string, RegExp>> = {
  select: /\bfrom\s+([\w".]+)/,
  "insert into": /\binsert into\s+([\w".]+)/,
  update: /(?<!\bfor |\bkey )\bupdate\s+(?:only\s+)?([\w".]+)/,
  "delete from": /\bdelete from\s+(?:only\s+)?([\w".]+)/,
  "merge into": /\bmerge into\s+([\w".]+)/,
};

/** `select booking`, `insert into event`: the verb and the first table, never a value. */
export function summaryOf(text: string): string {
  const plain = text
    .replaceAll(/'[^']*'/g, "")
    .trim()
    .toLowerCase();
  const verb = (plain.startsWith("with") && changes.exec(plain)?.[1]) || verbs.exec(plain)?.[1];
  if (!verb) return "statement";
  const table = tableAfter[verb]?.exec(plain)?.[1]?.replaceAll('"', "");
  return table ? `${verb} ${table}` : verb;
}
