import { expect, test } from "vitest";
import { formatCompact } from "./numbers.ts";

test("short numbers end in K and M", () => {
  expect([950, 12_500, 700_000, 1_200_000].map(formatCompact)).toEqual(["950", "12.5K", "700K", "1.2M"]);
});
