import { expect, test } from "vitest";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { securityAudit } from "../audit.ts";
import { writeAuditEntry } from "./audit.server.ts";

const { ctx, pool } = useDatabase();
const { previewTokenCreated: saved, previewTokenRevoked: published } = securityAudit;
const trail = async () =>
  (await pool.query("select action as act, subject, actor_kind, actor_user_id from audit_entry")).rows;

test("an entry records actor, action and subject", async () => {
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

test("an action that rolls back leaves no entry", async () => {
  const undone = inTransaction(ctx, async (tx) => {
    await writeAuditEntry(tx, { action: securityAudit.previewTokenCreated, subject: "x" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await trail()).toEqual([]);
});

test("repeated saves are one entry with a count; another action, admin, address or a pause starts a new one", async () => {
  const mara = { ...(await asAdmin(ctx)), address: "203.0.113.7" };
  const jonas = await asAdmin(ctx, "jonas@gtmarc.example");
  const empty = { before: {}, after: {}, withoutValues: true as const };
  const save = (who: Ctx, minutes: number) =>
    writeAuditEntry(later(who, { seconds: minutes * 60 }), { action: saved, subject: "draft", saved: empty });
  for (const minutes of [0, 10, 25]) await save(mara, minutes);
  await save(jonas, 26);
  await save(mara, 27);
  await writeAuditEntry(later(mara, { seconds: 28 * 60 }), { action: published, subject: "draft" });
  await save(mara, 29);
  await save(mara, 45);
  await save({ ...mara, address: "198.51.100.9" }, 46);
  const { rows } = await pool.query("select at, action as act, detail from audit_entry order by at");
  const at = (minutes: number) => later(ctx, { seconds: minutes * 60 }).now;
  expect(rows).toEqual([
    { at: at(25), act: saved, detail: { saves: 3, since: at(0).toISOString(), fields: [] } },
    { at: at(26), act: saved, detail: { saves: 1, fields: [] } },
    { at: at(27), act: saved, detail: { saves: 1, fields: [] } },
    { at: at(28), act: published, detail: {} },
    { at: at(29), act: saved, detail: { saves: 1, fields: [] } },
    { at: at(45), act: saved, detail: { saves: 1, fields: [] } },
    { at: at(46), act: saved, detail: { saves: 1, fields: [] } },
  ]);
});

test("repeated saves show the value before the first and after the last one; of a client's text only the field", async () => {
  const mara = await asAdmin(ctx);
  const long = (end: string) => `${"A long text that only changes at its end. ".repeat(9)}${end}`;
  const texts = [
    { subject: "May", body: long("one"), topic: "news" },
    { subject: "May issue", body: long("one"), topic: "news" },
    { subject: "June issue", body: long("one and two"), topic: "news" },
    { subject: "June issue", body: long("one, two and three"), topic: "news" },
  ];
  for (const [place, after] of texts.slice(1).entries()) {
    await writeAuditEntry(later(mara, { seconds: place }), {
      ...{ action: saved, subject: "draft", saved: { before: texts[place]!, after } },
    });
    await writeAuditEntry(later(mara, { seconds: place }), {
      ...{ action: saved, subject: "client", saved: { before: texts[place]!, after, withoutValues: true } },
    });
  }
  const { rows } = await pool.query("select detail from audit_entry order by subject desc");
  const [{ detail }, client] = rows;
  expect(detail).toMatchObject({
    saves: 3,
    before: { subject: "May", body: long("one") },
    changes: { subject: { from: "May", to: "June issue" } },
  });
  expect(Object.keys(detail.changes).sort()).toEqual(["body", "subject"]);
  expect(detail.changes.body.from).toMatch(/^….*at its end\. one$/);
  expect(detail.changes.body.to).toMatch(/^….*at its end\. one, two and three$/);
  expect(client.detail).toEqual({ saves: 3, since: mara.now.toISOString(), fields: ["subject", "body"] });
});
