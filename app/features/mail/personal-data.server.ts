import { asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { DataSubject, PersonalData } from "../../lib/data-subject.ts";
import type { Ctx } from "../../platform/context.server.ts";
import { message } from "./tables.server.ts";

/** The mails an address was sent. Bodies that carried a code or a token are not kept, so they are not in here either. */
export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  const mails = await ctx.db
    .select({
      kind: message.kind,
      subject: message.subject,
      text: sql<string>`case when ${message.secret} then '' else ${message.text} end`,
      status: message.status,
      createdAt: message.createdAt,
      sentAt: message.sentAt,
    })
    .from(message)
    .where(eq(message.toAddress, email))
    .orderBy(asc(message.createdAt));
  return { mails };
}

/** Takes away the mails to an address, and those to others that name it, such as a note to the firm about a registration. */
export async function forgetPerson(ctx: Ctx, { email }: DataSubject): Promise<void> {
  const names = (column: PgColumn): SQL => sql`position(${email} in lower(${column}::text)) > 0`;
  await ctx.db
    .delete(message)
    .where(
      or(
        eq(message.toAddress, email),
        ...[message.replyTo, message.subject, message.html, message.text, message.headers].map(names),
      ),
    );
}
