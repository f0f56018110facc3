import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Role } from "#app/lib/rights.ts";
import { id, instant, partOf } from "#app/platform/database/columns.server.ts";

const createdAt = () => instant("created_at").notNull().defaultNow();
const updatedAt = () => instant("updated_at").notNull().defaultNow();

/** An account. `two_factor.status` alone decides whether a second factor protects it. */
export const user = pgTable(
  "user",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    isAdmin: boolean("is_admin").notNull().default(false),
    /** Null outside the team. `roleOf` (lib/rights.ts) reads it together with `is_admin`. */
    role: text().$type<Role>(),
    /** Set by an admin: the account keeps its data, and its sessions are invalid. */
    disabledAt: instant("disabled_at"),
    /** Requested by the user: from then on a timed job deletes the account and its data. */
    deletionDueAt: instant("deletion_due_at"),
    /** As in the notification, in the firm's zone at that time. Null if an older release scheduled it. */
    deletionDueOn: date("deletion_due_on"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("user_deletion_due").on(table.deletionDueAt).where(sql`${table.deletionDueAt} is not null`),
    index("user_admins").on(table.id).where(sql`${table.isAdmin}`),
    index("user_team").on(table.id).where(sql`${table.role} is not null`),
    index("user_disabled").on(table.id).where(sql`${table.disabledAt} is not null`),
    index("user_unconfirmed").on(table.id).where(sql`not ${table.emailVerified}`),
    index("user_folded").using("gin", sql`search_fold(${table.email}) gin_trgm_ops`),
    // For processes of the release before; the next one can drop it.
    index("user_search").using("gin", table.email.op("gin_trgm_ops")),
    check("user_email_lower_case", sql`${table.email} = lower(${table.email})`),
    check("user_role", sql`${table.role} in ('owner', 'admin', 'sales', 'marketing', 'finance', 'viewer')`),
  ],
);

export type Aal = "aal1" | "aal2";

export const session = pgTable(
  "session",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    /** Useless without the signature made with SECRET, which the browser also holds. */
    token: text().notNull().unique(),
    /** The earlier of the idle limit and the maximum lifetime. */
    expiresAt: instant("expires_at").notNull(),
    aal: text().$type<Aal>().notNull().default("aal1"),
    /** When this session last verified a code of the second factor; null at aal1. */
    factorVerifiedAt: instant("factor_verified_at"),
    ipHash: text("ip_hash"),
    userAgent: text("user_agent"),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("session_user").on(table.userId),
    index("session_expires").on(table.expiresAt),
    check("session_aal", sql`${table.aal} in ('aal1', 'aal2')`),
  ],
);

/**
 * A sign-in method: the provider 'credential' is a password; 'google' and 'microsoft' are accounts there, with the
 * provider's id of the person in `account_id`.
 */
export const account = pgTable(
  "account",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    providerId: text("provider_id").notNull(),
    accountId: text("account_id").notNull(),
    /** scrypt hash with its salt. */
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("account_user").on(table.userId),
    uniqueIndex("account_identity").on(table.providerId, table.accountId),
  ],
);

/**
 * Short-lived proofs: mailed links, mailed codes and pending sign-ins. `identifier` is a purpose and the hash of the issued
 * token; a mailed code is stored as a keyed hash with its request.
 */
export const verification = pgTable(
  "verification",
  {
    id: id(),
    identifier: text().notNull().unique(),
    value: text().notNull(),
    attempts: integer().notNull().default(0),
    codeHash: text("code_hash"),
    codeExpiresAt: instant("code_expires_at"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("verification_value").on(table.value), index("verification_expires").on(table.expiresAt)],
);

export type FactorStatus = "pending" | "verified";

/**
 * An authenticator app. An account has at most one that is verified and one pending. `last_step` is the newest time
 * step with an accepted code: a code can be used once.
 */
export const twoFactor = pgTable(
  "two_factor",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    /** Encrypted with SECRET. */
    secret: text().notNull(),
    status: text().$type<FactorStatus>().notNull().default("pending"),
    lastStep: integer("last_step").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("two_factor_user_status").on(table.userId, table.status),
    check("two_factor_status", sql`${table.status} in ('pending', 'verified')`),
  ],
);

/** One of ten single-use codes for a lost authenticator app. The codes of a set share a salt. */
export const recoveryCode = pgTable(
  "recovery_code",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    salt: text().notNull(),
    hash: text().notNull(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (table) => [unique("recovery_code_hash").on(table.userId, table.hash)],
);

/** A passkey (WebAuthn credential) of a user. The private key never leaves the user's device or password manager. */
export const passkey = pgTable(
  "passkey",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    name: text().notNull(),
    /** Base64url, as browsers send it. */
    credentialId: text("credential_id").notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's signature counter; many always report 0. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    /** Synchronized between the user's devices. */
    isBackedUp: boolean("is_backed_up").notNull(),
    lastUsedAt: instant("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [index("passkey_user").on(table.userId)],
);

/** A browser that signed in; it holds the token, this row its hash. Sign-ins from others are reported by mail. */
export const knownDevice = pgTable(
  "known_device",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    tokenHash: text("token_hash").notNull(),
    userAgent: text("user_agent").notNull(),
    firstSeenAt: instant("first_seen_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
  },
  (table) => [unique("known_device_token").on(table.userId, table.tokenHash)],
);

/** An earlier address of an account, so that deletion and export include data stored under it. */
export const formerAddress = pgTable(
  "former_address",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    email: text().notNull(),
    until: instant("until").notNull(),
  },
  (table) => [index("former_address_user").on(table.userId)],
);

/** A pending address change: confirmed at the old address first, then verified at the new one. */
export const emailChange = pgTable(
  "email_change",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .unique()
      .references(() => user.id, { onDelete: "cascade" }),
    newEmail: text("new_email").notNull(),
    confirmedAt: instant("confirmed_at"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [check("email_change_lower_case", sql`${table.newEmail} = lower(${table.newEmail})`)],
);

/**
 * `domain` is the one that its owner confirmed; null otherwise. A process of the release before has `domain` without
 * `domain_confirmed_at`, which shares nothing.
 */
export const company = pgTable(
  "company",
  {
    id: id(),
    /** Null until it is named. */
    name: text(),
    domain: text().unique(),
    domainConfirmedAt: instant("domain_confirmed_at"),
    /** The first check that did not find the record of the confirmed domain. */
    domainMissingSince: instant("domain_missing_since"),
    createdByAuthUserId: uuid("created_by_auth_user_id").references(() => user.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("company_creator").on(table.createdByAuthUserId),
    check("company_confirmed", sql`${table.domainConfirmedAt} is null or ${table.domain} is not null`),
  ],
);

/** A pending invitation to the team. Its id is the value of the proof in the mailed link. */
export const teamInvitation = pgTable(
  "team_invitation",
  {
    id: id(),
    email: text().notNull().unique(),
    role: text().$type<Role>().notNull(),
    invitedBy: uuid("invited_by").references(() => user.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("team_invitation_inviter").on(table.invitedBy),
    check("team_invitation_lower_case", sql`${table.email} = lower(${table.email})`),
    check("team_invitation_role", sql`${table.role} in ('owner', 'admin', 'sales', 'marketing', 'finance', 'viewer')`),
  ],
);

/** How a user came to a company: their own, a confirmed domain, an admin or an invitation. */
export type JoinedBy = "own" | "domain" | "admin" | "invitation";

/** A pending invitation to share a company. The invited person accepts it with the verified address. */
export const companyInvitation = pgTable(
  "company_invitation",
  {
    id: id(),
    companyId: partOf("company_id", () => company.id),
    email: text().notNull(),
    invitedBy: partOf("invited_by", () => user.id),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    unique("company_invitation_once").on(table.companyId, table.email),
    index("company_invitation_email").on(table.email),
    index("company_invitation_inviter").on(table.invitedBy),
    check("company_invitation_lower_case", sql`${table.email} = lower(${table.email})`),
  ],
);

export const profile = pgTable(
  "profile",
  {
    id: id(),
    authUserId: uuid("auth_user_id")
      .notNull()
      .unique()
      .references(() => user.id, { onDelete: "cascade" }),
    firstName: text("first_name"),
    lastName: text("last_name"),
    workEmail: text("work_email").notNull(),
    companyId: uuid("company_id").references(() => company.id, { onDelete: "set null" }),
    joinedBy: text("joined_by").$type<JoinedBy>().notNull().default("own"),
    companyName: text("company_name"),
    title: text(),
    focusArea: text("focus_area"),
    topOutcome: text("top_outcome"),
    industry: text(),
    /** USD per hour; the analysis multiplies it with hours. Never charged. */
    estimatedLoadedCostPerHour: numeric("estimated_loaded_cost_per_hour", { precision: 6, scale: 2, mode: "number" })
      .notNull()
      .default(75),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("profile_company").on(table.companyId),
    index("profile_folded").using(
      "gin",
      sql`search_fold(coalesce(${table.firstName}, '') || ' ' || coalesce(${table.lastName}, '') || ' ' || coalesce(${table.companyName}, '')) gin_trgm_ops`,
    ),
    // For processes of the release before; the next one can drop it.
    index("profile_search").using(
      "gin",
      sql`(coalesce(${table.firstName}, '') || ' ' || coalesce(${table.lastName}, '') || ' ' || coalesce(${table.companyName}, '')) gin_trgm_ops`,
    ),
    check("profile_joined_by", sql`${table.joinedBy} in ('own', 'domain', 'admin', 'invitation')`),
    check("profile_loaded_cost", sql`${table.estimatedLoadedCostPerHour} between 25 and 500`),
  ],
);

/** A notice of new terms or a new privacy policy to people with an account. */
export const legalNotice = pgTable(
  "legal_notice",
  {
    id: id(),
    document: text().$type<"privacy" | "terms">().notNull(),
    version: integer().notNull(),
    effectiveOn: date("effective_on").notNull(),
    subject: text().notNull(),
    mailBody: uuid("mail_body").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When the last mail entered the outbox, or the notice was stopped; null while some are missing. */
    endedAt: instant("ended_at"),
    withdrawnAt: instant("withdrawn_at"),
  },
  (table) => [unique("legal_notice_once").on(table.document, table.version, table.effectiveOn)],
);

/** One person who gets a notice. `message`: null until the mail is in the outbox. */
export const legalNoticeMail = pgTable(
  "legal_notice_mail",
  {
    notice: partOf("notice", () => legalNotice.id),
    userId: partOf("user_id", () => user.id),
    message: uuid(),
  },
  (table) => [primaryKey({ columns: [table.notice, table.userId] }), index("legal_notice_mail_user").on(table.userId)],
);
