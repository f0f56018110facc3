import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "#app/features/accounts/tables.server.ts";
import { id, instant, partOf } from "#app/platform/database/columns.server.ts";
import type { DeclineReason } from "./access.ts";

export type RequestStatus = "pending" | "approved" | "declined";

export const accessRequest = pgTable(
  "access_request",
  {
    id: id(),
    status: text().$type<RequestStatus>().notNull().default("pending"),
    email: text().notNull(),
    companyName: text("company_name").notNull(),
    /** Bare domain; null if none was given or the input contains no public host. */
    companyWebsite: text("company_website"),
    role: text(),
    industry: text(),
    isConsumerDomain: boolean("is_consumer_domain").notNull(),
    /** When the timed job approves it; null if an admin must decide. */
    dueAt: instant("due_at"),
    requestedAt: instant("requested_at").notNull(),
    decidedAt: instant("decided_at"),
    /** The admin who decided; null when the job, the settings or the command line did. */
    decidedBy: uuid("decided_by").references(() => user.id, { onDelete: "set null" }),
    declineReason: text("decline_reason").$type<DeclineReason>(),
    declineNote: text("decline_note"),
    utmSource: text("utm_source"),
    utmMedium: text("utm_medium"),
    utmCampaign: text("utm_campaign"),
  },
  (table) => [
    index("access_request_due").on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index("access_request_email").on(table.email, table.requestedAt),
    index("access_request_list").on(table.requestedAt, table.id),
    index("access_request_list_of_status").on(table.status, table.requestedAt, table.id),
    index("access_request_list_by_email").on(table.email, table.id),
    index("access_request_list_by_company").on(table.companyName, table.id),
    index("access_request_folded").using(
      "gin",
      sql`search_fold(${table.email} || ' ' || ${table.companyName}) gin_trgm_ops`,
    ),
    uniqueIndex("access_request_one_pending").on(table.email).where(sql`${table.status} = 'pending'`),
    check("access_request_status", sql`${table.status} in ('pending', 'approved', 'declined')`),
    check("access_request_decided", sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`),
    check("access_request_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

export const accessCode = pgTable(
  "access_code",
  {
    id: id(),
    hash: text().notNull().unique(),
    /** Only the account of this address may redeem it. */
    email: text().notNull(),
    issuedAt: instant("issued_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedBy: uuid("used_by").references(() => user.id, { onDelete: "set null" }),
    usedAt: instant("used_at"),
    revokedAt: instant("revoked_at"),
    requestId: uuid("request_id").references(() => accessRequest.id, { onDelete: "set null" }),
    /** Whether the code was emailed to its address; otherwise an admin passes it on. */
    isMailed: boolean("is_mailed").notNull().default(true),
  },
  (table) => [
    index("access_code_email").on(table.email),
    index("access_code_request").on(table.requestId),
    index("access_code_used_by").on(table.usedBy),
    check("access_code_used_or_revoked", sql`${table.usedAt} is null or ${table.revokedAt} is null`),
    check("access_code_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

/** Permission to use the wizard. A person has at most one that is not revoked. */
export const wizardGrant = pgTable(
  "wizard_grant",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    grantedAt: instant("granted_at").notNull(),
    revokedAt: instant("revoked_at"),
    /** Earlier checks do not count: an admin reset the device count. */
    devicesFrom: instant("devices_from"),
    codeId: uuid("code_id").references(() => accessCode.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("wizard_grant_one_active").on(table.userId).where(sql`${table.revokedAt} is null`),
    index("wizard_grant_user").on(table.userId),
    index("wizard_grant_code").on(table.codeId),
  ],
);

/** Denies wizard access despite codes or grants until it is lifted. */
export const accessBlock = pgTable(
  "access_block",
  {
    id: id(),
    email: text().notNull(),
    /** The account of that address at the time; changing the address does not end the block. */
    userId: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    blockedAt: instant("blocked_at").notNull(),
    blockedBy: uuid("blocked_by").references(() => user.id, { onDelete: "set null" }),
    liftedAt: instant("lifted_at"),
  },
  (table) => [
    uniqueIndex("access_block_one_active").on(table.email).where(sql`${table.liftedAt} is null`),
    index("access_block_user").on(table.userId),
    index("access_block_email").on(table.email),
    check("access_block_email_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

export type CheckOutcome = "granted" | "denied" | "blocked";

/** One row per secure check. Fingerprints are stored as keyed hashes. */
export const accessCheckLog = pgTable(
  "access_check_log",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    fingerprintHash: text("fingerprint_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    outcome: text().$type<CheckOutcome>().notNull(),
    reason: text(),
    at: instant("at").notNull(),
  },
  (table) => [
    index("access_check_log_user").on(table.userId, table.at),
    index("access_check_log_at").on(table.at),
    check("access_check_log_outcome", sql`${table.outcome} in ('granted', 'denied', 'blocked')`),
  ],
);
