import { and, desc, eq, isNotNull, like } from "drizzle-orm";
import { type AdminResult, adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { pathWithoutSecrets } from "#app/lib/addresses/path-without-secrets.ts";
import { monthOf, utcDate } from "#app/lib/dates/calendar-dates.ts";
import { fillVariables } from "#app/lib/formats/mail-variables.ts";
import { type MarkdownNode, readMarkdown } from "#app/lib/formats/markdown.ts";
import { type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { slugOf } from "#app/lib/words/slug.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newsletterAudit } from "../audit.ts";
import { newsletterIssue as issue } from "../tables.server.ts";

/*
 * The public archive of the newsletter. An admin can publish an issue once it is sent; a withdrawn issue disappears from archive, feeds
 * and sitemap immediately, and returns at the same URL when it is published again. The public copy is rendered from the issue's text
 * without a reader, so it has no personal links. An issue with a personal address or a link with a token in its text is not
 * published.
 */

export type PublishedLine = {
  id: string;
  slug: string;
  subject: string;
  preview: string;
  sentAt: Date;
  publishedAt: Date;
};
export type PublishedIssue = PublishedLine & { text: MarkdownNode[] };

const maxIssues = 500;

/** Lists published issues without their text, last sent first. For anyone. */
export async function listPublished(ctx: Pick<Ctx, "db">, count = maxIssues): Promise<PublishedLine[]> {
  const { id, slug, subject, preview, startedAt, publishedAt } = issue;
  const rows = await ctx.db
    .select({ id, slug, subject, preview, startedAt, publishedAt })
    .from(issue)
    .where(isNotNull(publishedAt))
    .orderBy(desc(startedAt), desc(id))
    .limit(count);
  return rows.map(lineOf);
}

/** Returns the published issue with this slug, or null. For anyone. */
export async function findPublished(ctx: Pick<Ctx, "db">, slug: string): Promise<PublishedIssue | null> {
  const [row] = await ctx.db
    .select()
    .from(issue)
    .where(and(eq(issue.slug, slug), isNotNull(issue.publishedAt)));
  return row ? { ...lineOf(row), text: publicText(row.body) } : null;
}

/** Lists the latest published issues with their text, for feeds. For anyone. */
export async function listPublishedTexts(ctx: Pick<Ctx, "db">, count: number): Promise<PublishedIssue[]> {
  const rows = await ctx.db
    .select()
    .from(issue)
    .where(isNotNull(issue.publishedAt))
    .orderBy(desc(issue.startedAt), desc(issue.id))
    .limit(count);
  return rows.map((row) => ({ ...lineOf(row), text: publicText(row.body) }));
}

type Row = typeof issue.$inferSelect;

type Line = Pick<Row, "id" | "slug" | "subject" | "preview" | "startedAt" | "publishedAt">;

const lineOf = ({ id, slug, subject, preview, startedAt, publishedAt }: Line): PublishedLine => ({
  id,
  slug: slug!,
  subject: fillVariables(subject, {}),
  preview: fillVariables(preview, {}),
  sentAt: startedAt ?? publishedAt!,
  publishedAt: publishedAt!,
});

const publicText = (body: string) => readMarkdown(fillVariables(body, {}), env().SITE_URL);

type PublicationRefusal = Refusal<"not_sent" | "names_a_person">;

export async function publishIssue(
  ctx: Ctx,
  id: string,
): Promise<AdminResult<{ ok: true; value: { slug: string } } | { ok: false; reason: PublicationRefusal }, NotFound>> {
  return adminCommand(ctx, "newsletter", async (tx) => {
    const [current] = await tx.db.select().from(issue).where(eq(issue.id, id)).for("update");
    if (!current) return notFound();
    if (current.status !== "sent") return refuse("not_sent");
    if (namesPerson(current)) return refuse("names_a_person");
    const slug = current.slug ?? (await freeSlug(tx, current));
    if (!current.publishedAt)
      await tx.db.update(issue).set({ slug, publishedAt: tx.now, updatedAt: tx.now }).where(eq(issue.id, id));
    return recorded({ action: newsletterAudit.newsletterPublished, subject: id, detail: { slug } }, { slug });
  });
}

export async function withdrawIssue(ctx: Ctx, id: string): Promise<AdminResult<{ ok: true; value: null }, NotFound>> {
  return adminCommand(ctx, "newsletter", async (tx) => {
    const [current] = await tx.db.select().from(issue).where(eq(issue.id, id)).for("update");
    if (!current) return notFound();
    await tx.db.update(issue).set({ publishedAt: null, updatedAt: tx.now }).where(eq(issue.id, id));
    return recorded({ action: newsletterAudit.newsletterWithdrawn, subject: id }, null);
  });
}

const anyAddress = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** Whether the text contains an address other than the firm's, or a link that grants access. */
function namesPerson({ subject, preview, body }: Pick<Row, "subject" | "preview" | "body">): boolean {
  const { SITE_URL, CONTACT_EMAIL } = env();
  const links = linksIn(publicText(body));
  const addresses = [subject, preview, body, ...links.map(decoded)].join("\n").match(anyAddress) ?? [];
  if (addresses.some((address) => address.toLowerCase() !== CONTACT_EMAIL.toLowerCase())) return true;
  const isSecret = (path: string) => pathWithoutSecrets(path) !== path;
  return links.some((href) => {
    const { origin, pathname, searchParams } = new URL(href);
    if (origin !== new URL(SITE_URL).origin) return false;
    const values = [...searchParams.values()].filter(Boolean);
    return isSecret(pathname) || searchParams.has("token") || values.some((value) => isSecret(`/${value}`));
  });
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const linksIn = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === "string" ? [] : [...(node.href ? [node.href] : []), ...linksIn(node.children)],
  );

/** Returns `2026-11-lead-to-crm-drawn`, with a number if another issue has that slug. */
async function freeSlug(tx: Ctx, { subject, startedAt }: Row): Promise<string> {
  const slug = [monthOf(utcDate(startedAt ?? tx.now)), slugOf(fillVariables(subject, {})) || "issue"].join("-");
  await takeTurn(tx, "newsletter-slug", slug);
  const taken = await tx.db
    .select({ slug: issue.slug })
    .from(issue)
    .where(like(issue.slug, `${slug}%`));
  const others = new Set(taken.map((row) => row.slug));
  let free = slug;
  for (let number = 2; others.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}
