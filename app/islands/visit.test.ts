import { expect, test, vi } from "vitest";
import { AccessRequest } from "#app/features/access/access.ts";
import { campaign } from "./visit.ts";

test("a campaign that is cut inside an emoji does not refuse the form", () => {
  const search = new URLSearchParams({ utm_source: `${"a".repeat(99)}🚀`, utm_medium: "b".repeat(101) });
  vi.stubGlobal("location", { search: `?${search}` });
  const { utm_source, utm_medium } = AccessRequest.parse({
    ...{ email: "dana@northfield.example", company_name: "Northfield" },
    ...campaign(),
  });
  expect([utm_source, utm_medium]).toEqual(["a".repeat(99), "b".repeat(100)]);
  vi.unstubAllGlobals();
});
