/**
 * Deep differences of `actual` from `expected`: numbers by more than a cent (plus the last bit of a double), everything
 * else exactly. Ignores fields that only `actual` has. Returns paths with both values; empty when equal.
 */
export function differences(actual: unknown, expected: unknown, path = "output"): string[] {
  if (typeof expected === "number" && typeof actual === "number") {
    const tolerance = 0.01 + 1e-12 * Math.max(1, Math.abs(expected));
    return Math.abs(actual - expected) <= tolerance ? [] : [`${path}: ${actual} instead of ${expected}`];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (actual.length !== expected.length) return [`${path}: ${actual.length} entries instead of ${expected.length}`];
    return expected.flatMap((entry, index) => differences(actual[index], entry, `${path}.${index}`));
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.keys(expected).flatMap((key) => differences(actual[key], expected[key], `${path}.${key}`));
  }
  return actual === expected ? [] : [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
