import { csrfToken } from "#app/lib/browsers/csrf-token.ts";
import { announceSessionEnd, noteSessionEnd } from "#app/lib/browsers/session-end.ts";

export type ApiError = { code: string; message: string; fields?: Record<string, string> };
export type Answer<Value> = { ok: true; value: Value } | { ok: false; status: number; error: ApiError; body?: unknown };

/** Replaces a response in another format, such as a proxy's error page. */
export const unexpected: ApiError = { code: "unexpected", message: "An unexpected error occurred. Please try again." };

/** The types of an endpoint that a page calls (app/routes/api/endpoints.server.ts). */
export type EndpointTypes = { key: string; input: unknown; output: unknown };
type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };
type Client<Area extends EndpointTypes> = <const Key extends Area["key"]>(
  endpoint: Key,
  input: Extract<Area, { key: Key }>["input"],
  init?: Init,
) => Promise<Answer<Extract<Area, { key: Key }>["output"]>>;

/**
 * Calls the endpoints of one area: `const call = client<typeof accessEndpoints>()`, then
 * `await call("POST /admin/access-requests/{requestId}/approval", { requestId })`. Fields of the input that the path does not
 * name are the query of a GET or DELETE, otherwise the body. Never throws: a lost connection is a refusal with status 0.
 * `through` sends the requests elsewhere than to the network.
 */
export const client =
  <Area extends { readonly types?: EndpointTypes }>(
    through: (path: string, init: Init) => Promise<Response> = (path, init) => fetch(path, init),
  ): Client<NonNullable<Area["types"]>> =>
  (endpoint, input, init) =>
    send(through, endpoint, input, init);

function send(
  through: (path: string, init: Init) => Promise<Response>,
  endpoint: string,
  input: unknown,
  init: Init = {},
): Promise<Answer<never>> {
  const [method = "", path = ""] = endpoint.split(" ");
  const rest = { ...(input as Record<string, unknown>) };
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return id;
  });
  const isQuery = method === "GET" || method === "DELETE";
  const sent = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query =
    isQuery && sent.length > 0 ? `?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)]))}` : "";
  const body = !isQuery && sent.length > 0 ? JSON.stringify(rest) : undefined;
  return ask(
    through(`/api${url}${query}`, {
      ...{ credentials: "same-origin", ...init, method, ...(body && { body }) },
      headers: { "x-csrf-token": csrfToken(), ...init.headers, ...(body && { "content-type": "application/json" }) },
    }),
  );
}

/** Awaits a request. Never throws: a lost connection is a refusal with status 0. */
export async function ask<Value>(request: Promise<Response>): Promise<Answer<Value>> {
  try {
    const response = await request;
    // A success whose body is lost with the connection throws, and is reported as one.
    const hasNoBody = response.status === 204 || response.status === 202;
    const body = hasNoBody ? undefined : await (response.ok ? response.json() : response.json().catch(() => undefined));
    if (response.ok) return { ok: true, value: body as Value };
    const error = (body as { error?: ApiError } | undefined)?.error ?? unexpected;
    if (error.code === "sign_in_required") {
      noteSessionEnd();
      announceSessionEnd();
    }
    return { ok: false, status: response.status, error, body };
  } catch {
    return {
      ok: false,
      status: 0,
      error: { code: "offline", message: "No connection. Your input is kept. Please try again." },
    };
  }
}
