import { hc } from "hono/client";
import { csrfToken } from "#app/lib/csrf-token.ts";
import { noteSessionEnd } from "#app/lib/session-end.ts";
import type { Api } from "#app/routes/api/api.server.ts";

/** The endpoints of /api, typed by their definitions. Runs in the browser; sends the session cookie. */
export const api = hc<Api>("/", {
  init: { credentials: "same-origin" },
  headers: () => ({ "x-csrf-token": csrfToken() }),
});

export type ApiError = { code: string; message: string; fields?: Record<string, string> };
export type Answer<Value> = { ok: true; value: Value } | { ok: false; status: number; error: ApiError };

/** Replaces a response in another format, such as a proxy's error page. */
export const unexpected: ApiError = { code: "unexpected", message: "An unexpected error occurred. Please try again." };

/**
 * Awaits a request: `const answer = await ask(api.api.x.$post({ json }))`. Never throws: a lost connection is a refusal with
 * status 0.
 */
export async function ask<R extends { ok: boolean; status: number; json(): Promise<unknown> }>(
  call: Promise<R>,
): Promise<Answer<Success<R>>> {
  try {
    const response = await call;
    // A success whose body is lost with the connection throws, and is reported as one.
    const hasNoBody = response.status === 204 || response.status === 202;
    const body = hasNoBody ? undefined : await (response.ok ? response.json() : response.json().catch(() => undefined));
    if (response.ok) return { ok: true, value: body as Success<R> };
    const error = (body as { error?: ApiError } | undefined)?.error ?? unexpected;
    if (error.code === "sign_in_required") noteSessionEnd();
    return { ok: false, status: response.status, error };
  } catch {
    return {
      ok: false,
      status: 0,
      error: { code: "offline", message: "No connection. Your input is kept. Please try again." },
    };
  }
}

type Success<R> = R extends { ok: boolean; json(): Promise<infer Body> } ? Exclude<Body, { error: ApiError }> : never;
