import { expect, test } from "vitest";
import { inTransaction } from "#app/platform/context.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { writeAuditEntry } from "./audit.server.ts";
import { securityAudit } from "./audit.ts";

const { ctx, pool } = useDatabase();
const trail = async () => (await pool.query("select act, subject, actor_kind, actor_user_id from audit_entry")).rows;

test("an entry says who did what to whom", async () => {
  const userId = "018f0000-0000-7000-8000-000000000001";
  const admin = {
    kind: "user" as const,
    userId,
    sessionId: "s",
    email: "ada@gtmarc.example",
    isAdmin: true,
    aal: "aal2" as const,
  };
  await writeAuditEntry({ ...ctx, actor: admin }, { action: securityAudit.previewTokenRevoked, subject: "code" });
  expect(await trail()).toEqual([
    { act: "preview-token.revoked", subject: "code", actor_kind: "user", actor_user_id: userId },
  ]);
});

test("an act that rolls back leaves no entry", async () => {
  const undone = inTransaction(ctx, async (tx) => {
    await writeAuditEntry(tx, { action: securityAudit.previewTokenCreated, subject: "x" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await trail()).toEqual([]);
});
