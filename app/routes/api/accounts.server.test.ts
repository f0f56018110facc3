import { expect, test } from "vitest";
import { as } from "#tests/fixtures/actors.ts";
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
