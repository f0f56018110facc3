import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { mailBody, message } from "#app/features/mail/tables.server.ts";
import { id, instant } from "#app/platform/database/columns.server.ts";
import { consentColumns, visitColumns } from "#app/platform/database/signup-columns.server.ts";
import type { Audience, NewsletterTopic } from "./newsletter-terms.ts";

export type NewsletterFrequency = "every" | "quarterly";
export type UnsubscribeMethod = "page" | "one-click" | "mail" | "complaint";

/** An address that gets the newsletter; at most one row per address. The row of an unsubscribed address is kept only to prevent mail. */
export const newsletterSubscriber = pgTable(
  "newsletter_subscriber",
  {
    id: id(),
    email: text().notNull().unique(),
    source: text().notNull(),
    isConsumerDomain: boolean("is_consumer_domain").notNull(),
    ...consentColumns(),
    ...visitColumns(),
    /** Authorizes unsubscribing and preferences, in every mail's links. Grants nothing else, so it is stored in plain text. */
    unsubscribeKey: text("unsubscribe_key").notNull().unique().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    topics: text().array().$type<NewsletterTopic[]>().notNull().default(sql`'{drawings,training,product}'`),
    frequency: text().$type<NewsletterFrequency>().notNull().default("every"),
    lastIssueAt: instant("last_issue_at"),
    /** When the owner of the address confirmed the subscription; null if confirmation was off. */
    confirmedAt: instant("confirmed_at"),
    unsubscribedAt: instant("unsubscribed_at"),
    unsubscribedBy: text("unsubscribed_by").$type<UnsubscribeMethod>(),
  },
  (table) => [
    index("newsletter_subscriber_unconfirmed").on(table.id).where(sql`${table.confirmedAt} is null`),
    check("newsletter_subscriber_email_lower_case", sql`${table.email} = lower(${table.email})`),
    check("newsletter_subscriber_frequency", sql`${table.frequency} in ('every', 'quarterly')`),
    check(
      "newsletter_subscriber_unsubscribed",
      sql`(${table.unsubscribedAt} is null) = (${table.unsubscribedBy} is null)`,
    ),
  ],
);

/** A signup that the owner of the address has not confirmed yet; at most one row per address. Deleted after a week. */
export const newsletterPending = pgTable(
  "newsletter_pending",
  {
    email: text().primaryKey(),
    /** In the link of the confirmation mail: proves that its reader owns the address. */
    key: text().notNull().unique().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    source: text().notNull(),
    /** The subscribed address whose subscription moves to this one. */
    replaces: text(),
    ...consentColumns(),
    ...visitColumns(),
  },
  (table) => [check("newsletter_pending_email_lower_case", sql`${table.email} = lower(${table.email})`)],
);

export type IssueStatus = "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";

export const newsletterIssue = pgTable(
  "newsletter_issue",
  {
    id: id(),
    version: integer().notNull().default(1),
    status: text().$type<IssueStatus>().notNull().default("draft"),
    subject: text().notNull().default(""),
    preview: text().notNull().default(""),
    /** Markdown, as typed. */
    body: text().notNull().default(""),
    topic: text().$type<NewsletterTopic>().notNull().default("drawings"),
    audience: text().$type<Audience>().notNull().default("everybody"),
    /** Mails queued per minute, so that the mail server and its neighbors can keep up. */
    perMinute: integer("per_minute").notNull().default(600),
    scheduledFor: instant("scheduled_for"),
    startedAt: instant("started_at"),
    /** When recipients were last queued; the rate is computed from it. */
    fedAt: instant("fed_at"),
    finishedAt: instant("finished_at"),
    /** Number of recipients at the start, queued recipients, and skipped ones. */
    recipients: integer().notNull().default(0),
    fed: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    /** Rendered once at the start, so that later changes cannot affect a part of an issue. */
    mailBody: uuid("mail_body").references(() => mailBody.id),
    /** In the public archive since then; null: not in it. */
    publishedAt: instant("published_at"),
    /** Its slug in the archive. Set when it is first published and kept for later publications. */
    slug: text().unique(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("newsletter_issue_published").on(table.publishedAt).where(sql`${table.publishedAt} is not null`),
    check(
      "newsletter_issue_published",
      sql`${table.publishedAt} is null or (${table.status} = 'sent' and ${table.slug} is not null)`,
    ),
    index("newsletter_issue_open").on(table.status).where(sql`${table.status} in ('scheduled', 'sending')`),
    check(
      "newsletter_issue_status",
      sql`${table.status} in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')`,
    ),
    check("newsletter_issue_scheduled", sql`${table.status} <> 'scheduled' or ${table.scheduledFor} is not null`),
    check(
      "newsletter_issue_started",
      sql`${table.status} in ('draft', 'scheduled', 'cancelled') or ${table.mailBody} is not null`,
    ),
    check("newsletter_issue_pace", sql`${table.perMinute} between 1 and 60000`),
  ],
);

/** The recipients of an issue, fixed when it starts. One row per issue and subscriber, however often it is started. */
export const newsletterRecipient = pgTable(
  "newsletter_recipient",
  {
    issue: uuid()
      .notNull()
      .references(() => newsletterIssue.id, { onDelete: "cascade" }),
    subscriber: uuid()
      .notNull()
      .references(() => newsletterSubscriber.id, { onDelete: "cascade" }),
    message: uuid().references(() => message.id, { onDelete: "set null" }),
    /** Skipped: unsubscribed or suppressed before being queued. */
    skippedAt: instant("skipped_at"),
    /** Unsubscribed by a link in this issue. */
    unsubscribedAt: instant("unsubscribed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.issue, table.subscriber] }),
    index("newsletter_recipient_waiting")
      .on(table.issue)
      .where(sql`${table.message} is null and ${table.skippedAt} is null`),
    index("newsletter_recipient_unsubscribed").on(table.issue).where(sql`${table.unsubscribedAt} is not null`),
    index("newsletter_recipient_message").on(table.message),
    index("newsletter_recipient_subscriber").on(table.subscriber),
  ],
);
