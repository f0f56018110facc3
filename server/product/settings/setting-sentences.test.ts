import { eq } from "drizzle-orm";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { requestAccess } from "#app/features/access/access.server.ts";
import { AccessRequest } from "#app/features/access/access.ts";
import { agendaLine } from "#app/features/booking/agenda/booked-call.server.ts";
import { blueprintUnlockCall, strategySession } from "#app/features/booking/booking.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { eventType } from "#app/features/booking/tables.server.ts";
import { CodeWithinProvider } from "#app/features/content/code-within.tsx";
import { capitalized, codeWithin } from "#app/features/content/promises.ts";
import { programCount } from "#app/features/content/texts/text-facts.ts";
import { textDefinitions } from "#app/features/content/texts/texts.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { dateStyleOf } from "#app/lib/browsers/accepted-language.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { FirmDatesProvider } from "#app/ui/text/firm-dates.tsx";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

/* A changed setting or record changes every sentence that names it. */

const { db, ctx } = useDatabase();

type PageModule = {
  loader?: (args: never) => unknown;
  meta?: (args: never) => unknown;
  default: ComponentType<never>;
};
const modules = import.meta.glob<PageModule>(["../../../app/routes/{booking,site/*}/*.tsx", "!**/*.test.tsx"]);

/** The page's text as a visitor without a session reads it. */
async function textOf(file: string, path: string, params = {}): Promise<string> {
  const { loader, default: Page } = await modules[`../../../app/routes/${file}`]!();
  const request = new Request(`http://localhost:3000${path}`);
  const loaderData = await loader?.({ request, context: pageContext(ctx), params } as never);
  const page = createElement(Page, { loaderData, params, matches: [] } as never);
  const dates = { zone: "America/New_York", dateStyle: dateStyleOf("en-US") };
  const within = createElement(CodeWithinProvider, { value: codeWithin(4) } as never, page);
  const html = renderToStaticMarkup(createElement(FirmDatesProvider, dates as never, within));
  return html.replaceAll(/<[^>]*aria-label="([^"]*)"[^>]*>|<[^>]+>/g, " $1 ").replaceAll(/\s+/g, " ");
}

const setLength = (slug: string, durationMinutes: number) =>
  db.update(eventType).set({ durationMinutes }).where(eq(eventType.slug, slug));

test("another training program is counted wherever the programs are", async () => {
  const [, ...programs] = textDefinitions.training.preset.split(/^(?=## )/m);
  const another = programs[0]!
    .replace(/^## .*/, "## Another Program")
    .replace(/^- Format: .*$/m, "- Format: Bootcamp")
    .replace(/^- In short: .*$/m, "- In short: a two-day bootcamp");
  useSettings({ TEXT_TRAINING: `${textDefinitions.training.preset}\n${another}` });
  const { getPage } = await import("#app/features/content/content.ts");
  const texts = [
    `${getPage("/training").title} ${getPage("/training").description}`,
    await textOf("site/training/training.tsx", "/training"),
    await textOf("site/signups/training-register.tsx", "/training/register"),
  ];
  useSettings({ TEXT_TRAINING: undefined });
  const count = capitalized(programCount(programs.length + 1));
  expect(texts[0]).toContain("Bootcamp");
  expect(texts[0]).toContain(`${count} for the people`);
  expect(texts[1]).toContain(`${count}: for `);
  for (const text of texts) expect(text).not.toMatch(/\b(three programs|(all|the) three)\b/i);
});

test.each([1, 2, 5, 8])("the search result of %s training programs ends with its sentence", async (count) => {
  const [start, program] = textDefinitions.training.preset.split(/^(?=## )/m);
  const programs = Array.from({ length: count }, (_, index) =>
    program!.replace(/^## .*/, `## Program ${index}`).replace(/^- Format: .*$/m, `- Format: On-site workshop ${index}`),
  );
  useSettings({ TEXT_TRAINING: [start, ...programs].join("\n") });
  const { getPage } = await import("#app/features/content/content.ts");
  const { title, description } = getPage("/training");
  useSettings({ TEXT_TRAINING: undefined });
  expect(title.length).toBeLessThanOrEqual(75);
  expect(description).toMatch(/^.{71,159}\.$/);
});

test("pages and mails name the lengths that the event types have", async () => {
  await ensureDefaultHost(ctx);
  const readAll = async () => ({
    contact: await textOf("site/contact/contact.tsx", "/contact"),
    pricing: await textOf("site/pricing/pricing.tsx", "/pricing"),
    confirmed: await textOf("booking/strategy-session-confirmed.tsx", "/strategy-session-confirmed"),
    faq: await textOf("site/faq/faq.tsx", "/faq"),
    landing: await textOf("site/blueprint-landing/blueprint-landing.tsx", "/automation-blueprint-gtmarc"),
  });
  const before = await readAll();
  expect(before.contact).toContain("45 minutes with an architect");
  expect(before.contact).toContain("The last 15 minutes are not part of the call");
  expect(before.pricing).toContain("30 minutes on video; the 45-minute strategy session");
  await setLength(strategySession, 50);
  await setLength(blueprintUnlockCall, 35);
  const after = await readAll();
  for (const [page, text] of Object.entries(after))
    expect(text, page).not.toMatch(/\b(45|30|forty-five|thirty)[ -](a )?minutes?\b|\b15 .{0,80}\b20 .{0,80}\b10 /i);
  expect(after.contact).toContain("50 minutes with an architect");
  expect(after.contact).toContain("35 minutes");
  expect(after.contact).toContain("The last 10 minutes are not part of the call");
  expect(after.pricing).toContain("35 minutes on video; the 50-minute strategy session");
  expect(after.confirmed).toContain("What happens in the 50 minutes");
});

test("a call keeps the agenda of the length it was booked with", async () => {
  const during = { start: new Date("2026-03-03T15:00:00Z"), end: new Date("2026-03-03T15:30:00Z") };
  expect(
    agendaLine({ kind: { slug: strategySession, durationMinutes: 45, agenda: [] }, booking: { during } } as never),
  ).toBe("The 30 minutes: 10 for findings and ROI, 15 for the priority deep dive, 5 for the roadmap.");
});

test("another delay of access codes changes every page, mail and structured data that names the wait", async () => {
  expect([codeWithin(4), codeWithin(1), codeWithin(0)]).toEqual([
    "4 to 7 business days",
    "1 to 4 business days",
    "a few minutes",
  ]);
  const { indexablePages } = await import("#app/features/content/content.ts");
  const { galleryMails, renderGalleryMail } = await import("../../../scripts/mail-gallery.ts");
  const { pageText } = await import("#tests/fixtures/rendered-pages.tsx");
  await ensureDefaultHost(ctx);
  const visitor = asAnonymous(ctx);
  const dana = await as(ctx, "dana@northfield.example");
  const newcomer = await as(ctx, "lee@corvid.example");
  useSettings({ ACCESS_CODE_DELAY_BUSINESS_DAYS: 9 });
  const asked = AccessRequest.parse({ email: "dana@northfield.example", company_name: "Northfield" });
  expect(await requestAccess(visitor, asked)).toMatchObject({ value: { stored: true } });
  const texts = new Map<string, string>();
  for (const { path } of indexablePages()) texts.set(path, await pageText(visitor, path));
  for (const path of ["/request-access", "/request-access?said=sent"]) texts.set(path, await pageText(visitor, path));
  texts.set("/verify-access, waiting", await pageText(dana, "/verify-access"));
  texts.set("/verify-access, no request", await pageText(newcomer, "/verify-access"));
  texts.set("/account", await pageText(dana, "/account"));
  for (const [file, load] of Object.entries(modules)) {
    const { meta } = await load();
    const site = { url: "https://gtmarc.example", contactEmail: "", codeWithin: "" };
    texts.set(
      `${file}, head`,
      JSON.stringify(meta?.({ matches: [{ id: "root", loaderData: { site } }] } as never)) ?? "",
    );
  }
  for (const [name, mail] of Object.entries(galleryMails())) {
    const { html, text } = await renderGalleryMail(mail);
    texts.set(`mail ${name}`, `${mail.subject} ${html} ${text}`);
  }
  const [sent] = await db.select().from(message).where(eq(message.kind, "access-requested"));
  texts.set("mail sent", `${sent!.html} ${sent!.text}`);
  for (const [name, text] of texts)
    expect(text, name).not.toMatch(/\b(4|four)( to |-|–)(7|seven)\b|\b(4|four|7|seven) business days/i);
  const naming = [...texts].filter(([, text]) => text.includes("9 to 12 business days")).map(([name]) => name);
  expect(naming.length).toBeGreaterThan(25);
  for (const name of [
    ...["/", "/terms-of-service", "/sample-analysis", "/contact", "/request-access", "/request-access?said=sent"],
    ...["/verify-access, waiting", "/verify-access, no request", "/account", "mail access-requested", "mail sent"],
  ])
    expect(naming).toContain(name);
});

test("the privacy policy and the visitor's page name the months that visits are kept", async () => {
  expect(await textOf("site/legal/privacy.tsx", "/privacy-policy")).toContain(
    "13 months at most; afterward only totals",
  );
  useSettings({ ANALYTICS_MONTHS: 4 });
  expect(await textOf("site/legal/privacy.tsx", "/privacy-policy")).toContain(
    "4 months at most; afterward only totals",
  );
  expect(await pageText(asAnonymous(ctx), "/privacy/my-data")).toContain("Records are deleted after 4 months at the");
});

test("the firm's names of the stages are on the board and the pages of prospects, and none of the defaults is", async () => {
  const admin = await asAdmin(ctx);
  const made = await createProspect(admin, { email: "dana@northfield.example" });
  if (!made.ok) throw new Error(made.reason.kind);
  useSettings({ PIPELINE_STAGES: ["Contact", "Analyzed", "Fits", "Call set", "Offer", "Client", "Gone"] });
  const board = await pageText(admin, "/admin/prospect-pipeline");
  const prospect = await pageText(admin, `/admin/prospect-pipeline/${made.value.id}`);
  for (const text of [board, prospect]) {
    expect(text).toContain("Contact");
    expect(text).not.toMatch(/New analysis|Call booked|Proposal/);
  }
  for (const name of ["Analyzed", "Fits", "Call set", "Offer", "Client", "Gone"]) expect(board).toContain(name);
});
