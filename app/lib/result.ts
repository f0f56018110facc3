/** The result of a command: the value, or the refusal. Bugs are thrown, refusals are returned. */
export type Result<Value, Reason extends { kind: string }> = { ok: true; value: Value } | Refused<Reason>;
export type Refused<Reason extends { kind: string }> = { ok: false; reason: Reason };

export function ok(): Result<undefined, never>;
export function ok<Value>(value: Value): Result<Value, never>;
export function ok<Value>(value?: Value): Result<Value | undefined, never> {
  return { ok: true, value };
}

/** The same result with another value. */
export const mapped = <Value, Reason extends { kind: string }, Other>(
  result: Result<Value, Reason>,
  to: (value: Value) => Other,
): Result<Other, Reason> => (result.ok ? { ok: true, value: to(result.value) } : result);

export const isRefused = (value: unknown): value is Refused<{ kind: string }> =>
  typeof value === "object" && value !== null && "ok" in value && value.ok === false && "reason" in value;

/** The default branch of a switch over a closed union; a new member then fails to compile. Throws if reached anyway. */
export function never(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
