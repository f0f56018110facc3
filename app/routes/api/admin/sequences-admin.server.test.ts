import { expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { sequencesAdminEndpoints } from "./sequences-admin.server.ts";

const { ctx } = useDatabase();
const call = callsOf(sequencesAdminEndpoints);

test("a dry run covers at most 90 days", async () => {
  const admin = await asAdmin(ctx);
  const days = async (count: string) =>
    (
      await call(admin, `/admin/sequences/${newId()}/dry-run?email=dana@northfield.example&days=${count}`, undefined, {
        method: "GET",
      })
    ).status;
  // There is no such person.
  expect(await days("90")).toBe(409);
  for (const count of ["91", "1000000", "0", "1.5", "1e9"]) expect(await days(count), count).toBe(422);
});
