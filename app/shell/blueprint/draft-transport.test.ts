import { afterEach, expect, test, vi } from "vitest";
import { draftTransport } from "./draft-transport.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["access_required", "/verify-access"],
  ["too_many_devices", "/account?tab=security"],
  ["blocked", "/contact"],
])("a draft that is refused because of %s links to what helps: %s", async (code, href) => {
  vi.stubGlobal("window", { location: { pathname: "/blueprint/wizard/profile", search: "" } });
  vi.stubGlobal("fetch", async () => Response.json({ error: { code, message: "No." } }, { status: 403 }));
  expect(await draftTransport("guided").start()).toMatchObject({ kind: "refused", message: "No.", help: { href } });
});
