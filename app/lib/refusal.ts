import type { Refused } from "./result.ts";

/**
 * Why a command or query was refused: a snake_case code and, if the caller needs them, details. `Refusal<"taken" |
 * "not_offered">` is a union with one member per code, so that a switch over `kind` can be exhaustive.
 */
export type Refusal<Kind extends string = string, Details = unknown> = Kind extends string
  ? { kind: Kind } & Details
  : never;

/** The actor is not an admin with a verified second factor in this session. */
export type NotAdmin = Refusal<"not_admin">;
/** The record does not exist, or the actor is not allowed to see it. */
export type NotFound = Refusal<"not_found">;
/** The record has changed since the version that the caller read. Details can include its current state. */
export type Stale<Details = unknown> = Refusal<"stale", Details>;
export type TooMany = Refusal<"too_many", { retryAfterSeconds: number }>;

/** Creates an expected refusal: `refuse("expired")` or `refuse("incomplete", { fields })`. Codes are snake_case. */
export function refuse<const Kind extends string>(kind: Kind): Refused<Refusal<Kind>>;
export function refuse<const Kind extends string, Details extends object>(
  kind: Kind,
  details: Details,
): Refused<Refusal<Kind, Details>>;
export function refuse(kind: string, details?: object): Refused<Refusal> {
  return { ok: false, reason: { kind, ...details } };
}

export const notAdmin = (): Refused<NotAdmin> => refuse("not_admin");
export const notFound = (): Refused<NotFound> => refuse("not_found");
export function stale(): Refused<Stale>;
export function stale<Details extends object>(details: Details): Refused<Stale<Details>>;
export function stale(details?: object): Refused<Stale> {
  return details ? refuse("stale", details) : refuse("stale");
}
export const tooMany = (retryAfterSeconds: number): Refused<TooMany> => refuse("too_many", { retryAfterSeconds });
