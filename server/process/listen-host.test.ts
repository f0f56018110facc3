import { expect, test } from "vitest";
import { SettingsError } from "#app/platform/env.server.ts";
import { checkListenHost } from "./listen-host.ts";

test("a HOST name that does not resolve is a settings error with instructions", async () => {
  const refused = checkListenHost("no-such-machine.invalid");
  await expect(refused).rejects.toBeInstanceOf(SettingsError);
  await expect(refused).rejects.toThrow(
    "HOST: the name no-such-machine.invalid does not resolve; set an address of this machine, or 0.0.0.0 for all",
  );
});

test.each(["127.0.0.1", "::1", "0.0.0.0", "::", "localhost"])("%s is accepted", async (host) => {
  await expect(checkListenHost(host)).resolves.toBeUndefined();
});
