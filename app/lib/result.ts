/** What a verb answers: the value, or the reason why not. Bugs are thrown, refusals are returned. */
export type Result<Value, Reason> = { ok: true; value: Value } | Refused<Reason>;
export type Refused<Reason> = { ok: false; reason: Reason };

/** `ok(value)`: the verb did its work. Call without an argument when there is nothing to hand back. */
export function ok(): Result<undefined, never>;
export function ok<Value>(value: Value): Result<Value, never>;
export function ok<Value>(value?: Value): Result<Value | undefined, never> {
  return { ok: true, value };
}

/** `refuse("expired")`: an expected refusal; the reason's type is the literal, so switches over it can be exhaustive. */
export function refuse<const Reason>(reason: Reason): Refused<Reason> {
  return { ok: false, reason };
}

/** The default branch of a switch over a closed union; a new member then fails to compile. Throws if reached anyway. */
export function never(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
