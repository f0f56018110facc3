/** Whether a write failed because of this database constraint; the query builder may have wrapped the driver's error. */
export function violates(error: unknown, constraint: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("constraint" in cause && cause.constraint === constraint) return true;
  return false;
}
