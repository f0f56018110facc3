import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { textRecords } from "#app/platform/outside/text-records.server.ts";
import { accountAudit } from "../audit.ts";
import { domainLostMail, domainMissingMail } from "../emails/domain-mails.tsx";
import { company, user } from "../tables.server.ts";
import { domainRecord, unconfirmed } from "./domain-proof.server.ts";

/*
 * A confirmed domain may be sold or expire. Every day its TXT record is looked up: the first time it is missing, the company's owner
 * gets a mail; after seven days the domain is no longer confirmed. Then no one joins by it, until an owner confirms it again; people
 * who joined stay. A DNS that does not respond is no missing record.
 */

const domainGraceDays = 7;

export const confirmationEnd = (missingSince: Date): Date => new Date(missingSince.getTime() + domainGraceDays * dayMs);

/** Look-ups at the same time. */
const atOnce = 10;

type Confirmed = typeof company.$inferSelect & { domain: string };

/** Looks for the record of every confirmed domain. Ends early if the DNS does not respond. Idempotent. */
export async function checkDomains(ctx: Ctx): Promise<void> {
  const rows = await ctx.db.select().from(company).where(isNotNull(company.domainConfirmedAt)).orderBy(asc(company.id));
  const confirmed = rows.filter((row): row is Confirmed => row.domain !== null);
  for (let at = 0; at < confirmed.length; at += atOnce) {
    const checked = await Promise.all(confirmed.slice(at, at + atOnce).map((row) => checkDomain(ctx, row)));
    if (checked.every((wasChecked) => !wasChecked)) return;
  }
}

/** False if the DNS did not respond. */
async function checkDomain(ctx: Ctx, row: Confirmed): Promise<boolean> {
  const record = domainRecord(row);
  const values = await textRecords(record.name);
  if (!values) return false;
  if (!values.includes(record.value)) await missed(ctx, row);
  else if (row.domainMissingSince)
    await ctx.db.update(company).set({ domainMissingSince: null, updatedAt: ctx.now }).where(isStill(row));
  return true;
}

async function missed(ctx: Ctx, row: Confirmed): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [first] = await tx.db
      .update(company)
      .set({ domainMissingSince: tx.now, updatedAt: tx.now })
      .where(and(isStill(row), isNull(company.domainMissingSince)))
      .returning({ id: company.id });
    const to = await ownerOf(tx, row);
    if (first) {
      const mail = { domain: row.domain, record: domainRecord(row), endsAt: confirmationEnd(tx.now) };
      if (to) await queueMail(tx, domainMissingMail({ to, ...mail }));
      return;
    }
    const [ended] = await tx.db
      .update(company)
      .set({ ...unconfirmed, updatedAt: tx.now })
      .where(and(isStill(row), lte(company.domainMissingSince, new Date(tx.now.getTime() - domainGraceDays * dayMs))))
      .returning({ id: company.id });
    if (!ended) return;
    const subject = row.createdByAuthUserId;
    const detail = { company: row.id, domain: row.domain };
    if (subject) await writeAuditEntry(tx, { action: accountAudit.domainLost, subject, detail });
    if (to) await queueMail(tx, domainLostMail({ to, domain: row.domain }));
  });
}

/** The owner may have confirmed another domain meanwhile. */
const isStill = (row: Confirmed) => and(eq(company.id, row.id), eq(company.domain, row.domain));

async function ownerOf(tx: Pick<Ctx, "db">, { createdByAuthUserId }: Confirmed): Promise<string | null> {
  if (!createdByAuthUserId) return null;
  const [owner] = await tx.db.select({ email: user.email }).from(user).where(eq(user.id, createdByAuthUserId));
  return owner?.email ?? null;
}
