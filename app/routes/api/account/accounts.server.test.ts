import { expect, test } from "vitest";
import { hasClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import { as, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { accountsEndpoints } from "./accounts.server.ts";

const { ctx } = useDatabase();
const call = callsOf(accountsEndpoints);
const json = { "content-type": "application/json" };

test.each(["/rpc/is_admin", "/functions/get-user-profile"])(
  "%s ignores its body: none, an empty one and any JSON are accepted, malformed JSON returns 400",
  async (path) => {
    const dana = await as(ctx, "dana@northfield.example");
    for (const [body, headers] of [[undefined], [undefined, json], [""], [{}], [{ user: "x" }], ["[]"]] as const)
      expect(await call(dana, path, body, { headers }), JSON.stringify(body)).toMatchObject({ status: 200 });
    for (const body of ["{", "is_admin=true", '{"a":}'])
      expect(await call(dana, path, body)).toMatchObject({ status: 400, body: { error: { code: "bad_json" } } });
  },
);

test("a user consents to counted clicks for their own address and withdraws it", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const put = (agrees: boolean) => call(dana, "/profile/click-counting", { agrees }, { method: "PUT" });
  expect(await put(true)).toMatchObject({ status: 200, body: { agrees: true } });
  expect(await hasClickConsent(ctx, "dana@northfield.example")).toBe(true);
  await put(false);
  expect(await hasClickConsent(ctx, "dana@northfield.example")).toBe(false);
  expect(await call(asAnonymous(ctx), "/profile/click-counting", { agrees: true }, { method: "PUT" })).toMatchObject({
    status: 401,
  });
});
