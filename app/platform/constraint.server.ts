/** Whether a write failed because of this constraint of the database; the driver's error may be wrapped by the query builder. */
export function violates(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("constraint" in cause && cause.constraint === constraint) return true;
  return false;
}
