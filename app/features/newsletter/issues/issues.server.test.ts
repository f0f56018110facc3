import { expect, test } from "vitest";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { createIssue, saveIssue } from "./issues.server.ts";

const { ctx, pool } = useDatabase();

test("the audit log has the old and new values of an edited issue, over all saves of a series", async () => {
  const admin = await asAdmin(ctx);
  const { id } = value(await createIssue(admin));
  const draft = { preview: "A preview", topic: "drawings", audience: "everybody", perMinute: 60 } as const;
  value(await saveIssue(admin, { ...draft, id, version: 1, subject: "May", body: "One" }));
  value(await saveIssue(admin, { ...draft, id, version: 2, subject: "May issue", body: "One" }));
  value(await saveIssue(admin, { ...draft, id, version: 3, subject: "June", body: "One and two" }));
  const { rows } = await pool.query("select detail from audit_entry where action = 'newsletter.saved'");
  expect(rows).toMatchObject([
    {
      detail: {
        saves: 3,
        changes: { subject: { from: "", to: "June" }, body: { from: "", to: "One and two" } },
      },
    },
  ]);
});
