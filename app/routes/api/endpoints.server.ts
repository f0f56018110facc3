import { createRoute, type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse, type LimitRule } from "#app/features/security/requests/limits.server.ts";
import type { Result } from "#app/lib/result.ts";
import type { Area as RightsArea } from "#app/lib/rights.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Done,
  done,
  type EndpointContext,
  type EndpointEnv,
  freshCode,
  freshCodeFirst,
  invalidInput,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  sessionFirst,
  tooMany,
} from "./endpoint.server.ts";

/*
 * One definition per endpoint: its path, the schemas of its input, the command, and what its refusals say.
 *
 *   const access = adminArea("access", { already_decided: "This request has already been decided." }, [409]);
 *   export const accessAdminEndpoints = endpoints(
 *     access.post("/admin/access-requests/{requestId}/refusal", {
 *       summary: "Decline a request with a reason",
 *       body: DeclineInput,
 *       command: declineRequest,
 *     }),
 *   );
 *
 * The command gets the ids of the path, the query and the body as one object. Its value is the response; a refusal without a
 * sentence in the table of the area or of the endpoint does not compile. `client` in app/shell/api-client.ts reads the types.
 */

type RefusalStatus = Parameters<typeof refusal>[1];
/** A sentence with status 409 (`not_found` 404, `not_admin` 403), or a status, a sentence and messages by field. */
type Sentence = string | readonly [status: RefusalStatus, text: string, fields?: Record<string, string>];
/** A function is for details of a refusal, or for another code. */
// biome-ignore lint/suspicious/noExplicitAny: the table says what each function reads
export type RefusalTable = Readonly<Record<string, Sentence | ((reason: any, c: Context) => Sentence | Response)>>;

/** These refusals as errors of a field. */
export const inField = <Kind extends string>(field: string, texts: Readonly<Record<Kind, string>>, ...kinds: Kind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, [422, texts[kind], { [field]: texts[kind] }]])) as unknown as {
    readonly [K in Kind]: Sentence;
  };

/** What these refusals say is the same everywhere. */
export const commonRefusals = {
  not_admin: (_: object, c: Context) => adminFirst(c),
  not_found: (_: object, c: Context) => notFound(c),
  fresh_code_required: (_: object, c: Context) => freshCodeFirst(c),
  too_many: ({ retryAfterSeconds }: { retryAfterSeconds: number }, c: Context) => tooMany(c, retryAfterSeconds),
} satisfies RefusalTable;

type ReasonsOf<Table> = {
  [Kind in keyof Table]: Table[Kind] extends (reason: infer Details, c: Context) => unknown
    ? { kind: Kind & string } & Details
    : { kind: Kind & string };
}[keyof Table];

const usualStatus: Partial<Record<string, RefusalStatus>> = { not_found: 404, not_admin: 403 };

/** The response to a refusal, from a table of sentences. */
export function refuseBy(table: RefusalTable, c: Context, reason: { kind: string }): Response {
  const entry = table[reason.kind];
  const said = typeof entry === "function" ? entry(reason, c) : entry;
  if (said === undefined) throw new Error(`No sentence for the refusal ${reason.kind}`);
  if (said instanceof Response) return said;
  const [status, text, fields] = typeof said === "string" ? ([usualStatus[reason.kind] ?? 409, said] as const) : said;
  return refusal(c, status, reason.kind, text, fields ? { fields } : {});
}

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : unknown;
type Nothing = z.ZodType<unknown, unknown>;

/** What JSON.stringify turns into `Body`: moments may be dates. */
type Jsonable<Body> = unknown extends Body
  ? unknown
  : Body extends string
    ? Body | (string extends Body ? Date : never)
    : Body extends readonly (infer Item)[]
      ? readonly Jsonable<Item>[]
      : Body extends object
        ? { readonly [Key in keyof Body]: Jsonable<Body[Key]> }
        : Body;

type Spec<
  C,
  Path extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Table extends RefusalTable,
  Own extends RefusalTable,
> = {
  summary: string;
  /** Ids of the path are those of the area, otherwise UUIDs, unless this says otherwise. */
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body of the response; `{ ok: true }` without it. */
  returns?: Answer;
  /** The same with status 201. */
  creates?: Answer;
  /** No body: status 204 with this description. */
  empties?: string;
  /** The description of the response. */
  described?: string;
  /** The message of input that is not valid, instead of the first field's. */
  invalid?: string;
  /** Statuses of refusals besides those of the session; without it 404 for a path's ids, 422 for input, and the area's. */
  statuses?: readonly number[];
  /** Further responses; a success among them replaces the usual one. */
  responses?: RouteConfig["responses"];
  request?: RouteConfig["request"];
  security?: RouteConfig["security"];
  /** Valid requests of a client's address count against this limit; over it 429. */
  limit?: LimitRule;
  /** Needs a second-factor code of the last ten minutes. */
  isFresh?: true;
  /** Runs before the session is checked. */
  before?: readonly MiddlewareHandler<EndpointEnv>[];
  middleware?: readonly MiddlewareHandler<EndpointEnv>[];
  /** Sentences that differ from those of the area. */
  refusals?: Own;
  command: (
    ctx: C,
    input: ([Params] extends [never] ? ParamsOf<Path> : z.output<Params>) & z.output<Query> & z.output<Body>,
    c: EndpointContext,
  ) => Promise<
    | Result<[Answer] extends [never] ? unknown : Jsonable<z.output<Answer>>, ReasonsOf<Table> | ReasonsOf<Own>>
    | Response
  >;
};

const methods = ["get", "post", "put", "delete"] as const;
type Method = (typeof methods)[number];

type Area<C, Table extends RefusalTable> = {
  [M in Method]: <
    const Path extends string,
    Params extends z.ZodType = never,
    Query extends z.ZodType = Nothing,
    Body extends z.ZodType = Nothing,
    Answer extends z.ZodType = never,
    Own extends RefusalTable = Record<never, never>,
  >(
    path: Path,
    spec: Spec<C, Path, Params, Query, Body, Answer, Table, Own>,
  ) => Endpoint<
    `${Uppercase<M>} ${Path}`,
    ([Params] extends [never] ? ParamsOf<Path> : z.input<Params>) & z.input<Query> & z.input<Body>,
    [Answer] extends [never] ? unknown : z.output<Answer>
  >;
};

/** An endpoint; its types are read by the client only. */
export type Endpoint<Key extends string, Input, Output> = {
  register: (to: OpenAPIHono<EndpointEnv>) => void;
  readonly types?: { key: Key; input: Input; output: Output };
};

/** Endpoints that are mounted together: `typeof xEndpoints` is a type of `client`. */
export type Endpoints<Types> = OpenAPIHono<EndpointEnv> & { readonly types?: Types };

/** Mounts endpoints in this order, which is the order of /api/openapi.json. */
export function endpoints<const List extends readonly Endpoint<string, unknown, unknown>[]>(
  ...list: List
): Endpoints<NonNullable<List[number]["types"]>> {
  const mounted = newEndpoints();
  for (const { register } of list) register(mounted);
  return mounted;
}

/** Mounts groups of endpoints together, in this order. */
export function mounted<const List extends readonly Endpoints<unknown>[]>(
  ...list: List
): Endpoints<NonNullable<List[number]["types"]>> {
  const all = newEndpoints();
  for (const one of list) all.route("/", one);
  return all;
}

type AreaOptions = {
  session?: readonly MiddlewareHandler[];
  required?: readonly number[];
  security?: RouteConfig["security"];
  isSignedIn?: boolean;
  /** What the role must be able to read or change. */
  right?: RightsArea;
};

const documented = new Set(["summary", "security"]);
const isSuccess = (status: string) => status.startsWith("2");

/** For admins, who share their records: a dialog may show one that another tab has deleted. */
export const deletedElsewhere = (noun: string): string =>
  `This ${noun} was not found. It may have been deleted in another tab or by another admin: reload the page.`;

const nouns: Readonly<Record<string, string>> = { annotation: "note", booking: "call", view: "saved view" };

/** `/admin/booking/event-types/{eventTypeId}` → "event type"; undefined for a path that does not end with the id of a record. */
function nounOf(path: string): string | undefined {
  const name = /\{(\w+)Id\}[^{]*$/.exec(path)?.[1];
  return name && (nouns[name] ?? name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));
}

const area =
  ({ session = [], required = [], isSignedIn = false, right, ...area }: AreaOptions) =>
  (
    areaRefusals: RefusalTable,
    areaStatuses: readonly number[] = [],
    areaIds: Readonly<Record<string, z.ZodType>> = {},
  ) =>
    Object.fromEntries(
      methods.map((method) => [
        method,
        (
          path: string,
          spec: Spec<Ctx, string, z.ZodType, z.ZodType, z.ZodType, z.ZodType, RefusalTable, RefusalTable>,
        ) => {
          const noun = right && nounOf(path);
          const sentences = noun && { not_found: deletedElsewhere(noun) };
          const table = { ...commonRefusals, ...sentences, ...areaRefusals, ...spec.refusals };
          const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, areaIds[name] ?? recordId()]);
          const params = spec.params ?? (ids.length > 0 ? z.object(Object.fromEntries(ids)) : undefined);
          const { query, body, creates } = spec;
          const status = spec.empties ? 204 : creates ? 201 : 200;
          const usual = [...(params ? [404] : []), ...(query || body ? [422] : []), ...areaStatuses];
          const answered = Object.keys(spec.responses ?? {}).some(isSuccess);
          const { invalid } = spec;
          const route = createRoute({
            ...{ method, path },
            // In the order of the definition, which is that of the document.
            ...Object.fromEntries(Object.entries({ ...spec, ...area }).filter(([name]) => documented.has(name))),
            middleware: [
              ...(spec.before ?? []),
              ...session,
              ...(spec.isFresh ? [freshCode] : []),
              ...(spec.middleware ?? []),
            ],
            ...(right && { "x-area": right }),
            request: {
              ...(params && { params }),
              ...(query && { query }),
              ...(body && { body: jsonBody(body) }),
              ...spec.request,
            } as RouteConfig["request"] & object,
            responses: {
              ...(answered
                ? {}
                : spec.empties
                  ? { 204: { description: spec.empties } }
                  : answers(status, creates ?? spec.returns ?? Done, spec.described)),
              ...spec.responses,
              ...refusals(...required, ...(spec.statuses ?? usual)),
            },
          });
          const run = async (c: EndpointContext) => {
            const valid = (part: string) => c.req.valid(part as never) as object;
            const input = { ...valid("param"), ...valid("query"), ...valid("json") };
            const ctx = isSignedIn ? (c.get("signedIn" as never) as Ctx) : c.get("ctx");
            if (spec.limit) {
              const use = await countUse(c.get("ctx"), spec.limit, limitKey(c.get("address")));
              if (!use.allowed) return tooMany(c, use.retryAfterSeconds);
            }
            const outcome = await spec.command(ctx, input as never, c);
            if (outcome instanceof Response) return outcome;
            if (!outcome.ok) return refuseBy(table, c, outcome.reason);
            if (status === 204) return c.body(null, 204);
            return c.json((creates ?? spec.returns) ? outcome.value : done, status);
          };
          const hook = (result: { success: boolean; error?: z.ZodError }, c: Context) =>
            result.error && refusal(c, 422, "invalid_input", invalid!, invalidInput(result.error).error);
          return {
            register: (to: OpenAPIHono<EndpointEnv>) =>
              to.openapi(route, run as never, invalid ? (hook as never) : undefined),
          };
        },
      ]),
    );

/** An area that refuses sessions with `required`. */
export const areaOf = <C>(options: AreaOptions): Open<C> => area(options) as never;

type Open<C> = <const Table extends RefusalTable>(
  refusals: Table,
  statuses?: readonly number[],
  ids?: Readonly<Record<string, z.ZodType>>,
) => Area<C, Table & Omit<typeof commonRefusals, keyof Table>>;

/** Endpoints for everyone. */
export const publicArea = areaOf<Ctx>({});
/** Endpoints that need a session. */
export const sessionArea = areaOf<SignedInCtx>({ session: [sessionFirst as never], required: [401], isSignedIn: true });
/** Endpoints that need a second factor and a role that can read (GET) or change `right` (lib/rights.ts). */
export const adminArea = <const Table extends RefusalTable>(
  right: RightsArea,
  ...tables: Parameters<typeof publicArea<Table>>
): ReturnType<typeof publicArea<Table>> =>
  areaOf<Ctx>({ session: [adminOnly(right)], required: [401, 403], right })(...tables);
