type Issue = { path: PropertyKey[]; message: string };

/** The first message of each field, by the first segment of its path. */
export function fieldErrors(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}
