import { searchBlueprints } from "#app/features/analysis/search.server.ts";
import { usdCents } from "#app/features/billing/billing.ts";
import { searchDocuments } from "#app/features/billing/search.server.ts";
import { searchCalendarSetup, searchCalls } from "#app/features/booking/search.server.ts";
import { searchMail } from "#app/features/mail/search.server.ts";
import { searchIssues } from "#app/features/newsletter/search.server.ts";
import { issueStatusLabel } from "#app/features/newsletter/ui/issue-badge.tsx";
import { searchProspects } from "#app/features/pipeline/prospects/search.server.ts";
import { stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { spanInZone } from "#app/lib/dates/date-text.ts";
import { searchWords } from "#app/lib/search/search-words.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import {
  maxSearchLength,
  minSearchLength,
  type SearchGroup,
  type SearchHit,
  type SearchKind,
} from "./search-groups.ts";

const size = 5;

/**
 * Searches for an admin: at most five records of each kind, without empty groups, one concurrent query per feature. Text beyond
 * 100 characters is ignored; fewer than two find nothing. Returns nothing for other users.
 */
export async function searchRecords(ctx: Ctx, typed: string): Promise<SearchGroup[]> {
  const words = searchWords(typed.slice(0, maxSearchLength));
  if (words.join("").length < minSearchLength) return [];
  const dates = companyDates();
  const query = { words, size };
  const [prospects, blueprints, calls, documents, mails, issues, setup] = await Promise.all([
    searchProspects(ctx, query),
    searchBlueprints(ctx, query),
    searchCalls(ctx, query),
    searchDocuments(ctx, query),
    searchMail(ctx, query),
    searchIssues(ctx, query),
    searchCalendarSetup(ctx, query),
  ]);
  const groups: Record<SearchKind, SearchHit[]> = {
    prospect: prospects.map(({ id, email, name, company, stage }) => ({
      title: company ?? name ?? email,
      detail: [company && name, email, stageLabel(stage)].filter((part) => part && part !== company).join(", "),
      href: `/admin/prospect-pipeline/${id}`,
    })),
    blueprint: blueprints.map(({ id, companyName, updatedAt }) => ({
      title: companyName || "Company not named",
      detail: `Changed ${dates.day(updatedAt)}`,
      href: `/admin/blueprint/${id}`,
    })),
    call: calls.map(({ id, name, title, during, hostTimezone }) => ({
      title: `${title} with ${name}`,
      detail: spanInZone(during, hostTimezone),
      href: `/admin/calendar/calls/${id}`,
    })),
    document: documents.map(({ number, file, companyName, email, amountCents }) => ({
      title: number,
      detail: `${companyName || email}, ${usdCents(amountCents)}`,
      href: `/invoices/${file}`,
    })),
    mail: mails.map(({ id, to, subject, createdAt }) => ({
      title: subject,
      detail: `${to}, ${dates.day(createdAt)}`,
      href: `/admin/mail/${id}`,
    })),
    issue: issues.map(({ id, subject, status }) => ({
      title: subject || "No subject yet",
      detail: issueStatusLabel(status),
      href: `/admin/newsletter/${id}`,
    })),
    setup: setup.map(({ kind, key, title }) => ({
      title,
      detail: kind === "host" ? "Host" : "Event type",
      href: kind === "host" ? `/admin/calendar/hosts/${key}` : `/admin/calendar/event-types/${key}`,
    })),
  };
  return Object.entries(groups)
    .map(([kind, hits]) => ({ kind: kind as SearchKind, hits }))
    .filter(({ hits }) => hits.length > 0);
}
