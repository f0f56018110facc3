import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { drawAnalysisTask } from "#app/features/analysis/pdf/analysis-pdf.server.ts";
import { drawDocumentTask } from "#app/features/billing/pdf/files.server.ts";
import { blueprintUnlockCall, strategySession } from "#app/features/booking/booking.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { loadOfferedCalls } from "#app/features/booking/hosts/offered-calls.server.ts";
import { eventType, host } from "#app/features/booking/tables.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { builtInSequences } from "#app/features/sequences/definitions/built-in.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { fillVariables } from "#app/lib/formats/mail-variables.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { llmsText } from "#server/pages/site-texts.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { analysisPdf } from "#tests/fixtures/analysis-pdf.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { pdfTexts } from "#tests/fixtures/pdf-text.ts";
import { pageHead, pageHtml, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

/* The titles, lengths, places and states of the two calls change every sentence that speaks of them: of pages, heads, mails and documents. */

const { db, ctx } = useDatabase();

/** The default host and both calls, as installed. */
async function begin(): Promise<void> {
  await ensureDefaultHost(ctx);
  await loadOfferedCalls(ctx);
}

async function change(slug: string, values: Partial<typeof eventType.$inferInsert>): Promise<void> {
  await db.update(eventType).set(values).where(eq(eventType.slug, slug));
  await loadOfferedCalls(ctx);
}

/** Pages without the automations' own pages, and their heads, by path. */
async function readPages(who: Ctx, more: readonly string[] = []) {
  const { indexablePages } = await import("#app/features/content/content.ts");
  const texts = new Map<string, string>();
  for (const { path } of indexablePages().filter(({ group }) => group !== "The automations")) {
    texts.set(path, await pageHtml(who, path));
    texts.set(`${path}, head`, await pageHead(who, path));
  }
  for (const path of more) texts.set(path, await pageHtml(who, path));
  return texts;
}

/** A client with a finished analysis and without calls. */
async function finishedClient() {
  const client = await wizardMember(ctx);
  return { client, id: await finishedBlueprint(client) };
}
type FinishedClient = Awaited<ReturnType<typeof finishedClient>>;

async function readClientPages({ client, id }: FinishedClient) {
  const texts = new Map<string, string>();
  for (const path of [
    "/pricing",
    "/account",
    `/blueprint/${id}`,
    `/blueprint/${id}/unlock`,
    `/blueprint/coming-soon?blueprint=${id}`,
  ])
    texts.set(`client ${path.replace(id, "ID")}`, await pageHtml(client, path));
  return texts;
}

/** Every mail that the product sends, and what the built-in sequences write otherwise. */
async function readMails() {
  const { galleryMails, renderGalleryMail } = await import("../../../scripts/mail-gallery.ts");
  const texts = new Map<string, string>();
  for (const [name, mail] of Object.entries(galleryMails())) {
    const { html, text } = await renderGalleryMail(mail);
    texts.set(`mail ${name}`, `${mail.subject} ${html} ${text}`);
  }
  for (const { name, title, definition } of builtInSequences)
    texts.set(`sequence ${name}`, `${title} ${fillVariables(JSON.stringify(definition), {})}`);
  return texts;
}

async function readDocuments() {
  const { invoice, payment } = await import("../../../scripts/mail-gallery-data.ts");
  const firm = { contactEmail: "hello@gtmarc.example", bank: ["Bank of Example"], payUrl: null, feeSection: 5 };
  const drawn = {
    analysis: await drawAnalysisTask.run(analysisPdf(exampleFirm)),
    invoice: await drawDocumentTask.run({ kind: "invoice", firm, document: invoice, state: { kind: "due" } }),
    receipt: await drawDocumentTask.run({ kind: "receipt", firm, document: invoice, payment, paidOn: "2026-03-04" }),
  };
  const texts = new Map([["llms.txt", llmsText("https://gtmarc.example")]]);
  for (const [name, file] of Object.entries(drawn)) texts.set(`${name}.pdf`, (await pdfTexts(file)).join(" "));
  return texts;
}

const readAll = async (finished: FinishedClient) =>
  new Map([
    ...(await readPages(asAnonymous(ctx), ["/strategy-session-confirmed"])),
    ...(await readClientPages(finished)),
    ...(await readMails()),
    ...(await readDocuments()),
  ]);

const matches = (texts: ReadonlyMap<string, string>, pattern: RegExp) =>
  [...texts].flatMap(([name, text]) =>
    [
      ...text
        .replaceAll(/<[^>]*\b(?:aria-label|title)="([^"]*)"[^>]*>|<[^>]+>/g, " $1 ")
        .replaceAll(/\s+/g, " ")
        .matchAll(pattern),
    ].map(([found]) => `${name}: ${found}`),
  );

test("another title, length and place of a call change every page, head, mail and document that speaks of it", async () => {
  await begin();
  await change(strategySession, { title: "Intro call", durationMinutes: 50, place: "phone" });
  await change(blueprintUnlockCall, { title: "ROI review", durationMinutes: 35, place: "phone" });
  const { call, moved } = await import("../../../scripts/mail-gallery-data.ts");
  Object.assign(call.kind, { title: "Intro call", durationMinutes: 50 });
  for (const during of [call.booking.during, moved])
    Object.assign(during, { end: new Date(during.start.getTime() + 50 * minuteMs) });
  const texts = await readAll(await finishedClient());
  expect(matches(texts, /.{0,60}\b(strategy session|unlock call)\b/gi)).toEqual([]);
  expect(matches(texts, /.{0,60}\b(45|30|forty-five|thirty)[ -]minutes?\b/gi)).toEqual([]);
  // The mails of the gallery are about calls that were booked by video; trainings have their own places.
  const onVideo = matches(texts, /.{0,60}\b(on video|video (call|link))\b/gi);
  expect(onVideo.filter((found) => !/^\/training|^mail (call|calendar)-/.test(found))).toEqual([]);
  expect(texts.get("/automation-blueprint-gtmarc")).toContain("Strategy call, by phone");
  expect(texts.get("/")).toContain("Book an intro call");
  expect(texts.get("/contact, head")).toContain("Book an intro call | Free, with an architect");
  expect(texts.get("/contact")).toContain("The ROI review is enough");
  expect(texts.get("/pricing")).toContain("35 minutes by phone; the 50-minute intro call counts, too");
  expect(texts.get("/strategy-session-confirmed")).toContain("Intro call");
  expect(texts.get("mail call-booked")).toContain("Intro call, 50 minutes");
  expect(texts.get("mail call-guest-invited")).toContain("50 minutes");
  expect(texts.get("mail sequence-mail.analysis-without-call.findings")).toContain("a free intro call");
  expect(texts.get("mail sequence-mail.cold-lead.still-relevant")).toContain("book an intro call");
});

/** What a call that cannot be booked must not promise. Legal texts speak of calls that were booked, too. */
const promisesACall =
  /.{0,60}\b((?<!Lets people )book (a|an|the|your|another|it)\b|pick a time|choose a time|implementation call|strategy call (opens|instead|still unlocks)|opens after a free|(session|call) counts|free\. we bring|move or cancel the call).{0,40}/gi;

test("with both calls off no page, head, mail or document invites to book", async () => {
  await begin();
  const client = await finishedClient();
  const promising = matches(await readAll(client), promisesACall);
  for (const name of [
    "client /account",
    "client /pricing",
    "/sample-analysis",
    "/pricing",
    "client /blueprint/ID",
    "client /blueprint/ID/unlock",
    "client /blueprint/coming-soon?blueprint=ID",
    "mail refunded",
    "/contact, head",
  ])
    expect(
      promising.filter((found) => found.startsWith(`${name}: `)),
      name,
    ).not.toEqual([]);
  await change(strategySession, { active: false });
  await change(blueprintUnlockCall, { active: false });
  const texts = await readAll(client);
  // Mails about calls that were booked are not sent without a call.
  const freeCalls = matches(
    texts,
    /.{0,60}\b(free (strategy )?(call|session)|strategy call|three ways|analysis and call)\b/gi,
  );
  expect(freeCalls.filter((found) => !/^mail (call|calendar)-/.test(found))).toEqual([]);
  for (const name of ["/pricing", "/pricing, head", "/terms-of-service", "client /pricing"])
    expect(texts.get(name), name).toMatch(/two ways to the full blueprint|one of two ways/i);
  for (const legal of ["/privacy-policy", "/terms-of-service"]) texts.delete(legal);
  for (const [name] of texts) if (/^mail (call|calendar)-/.test(name)) texts.delete(name);
  expect(matches(texts, promisesACall)).toEqual([]);
  expect(texts.get("client /account")).toContain("No calls yet");
  expect(texts.get("/sample-analysis")).toContain("Contact us");
});

test("no page leads to a call that cannot be booked, and its page says what can be done", async () => {
  await begin();
  const visitor = asAnonymous(ctx);
  const links = (texts: ReadonlyMap<string, string>, slug: string) =>
    [...texts].flatMap(([path, text]) => (text.includes(`/schedule/${slug}`) ? [path] : []));
  expect(links(await readPages(visitor), strategySession)).toEqual(expect.arrayContaining(["/", "/contact"]));
  await change(strategySession, { active: false });
  const without = await readPages(visitor);
  expect(links(without, strategySession)).toEqual([]);
  expect(without.get("/contact")).not.toMatch(/<iframe|Pick a time/);
  expect(without.get("/contact")).toContain("Strategy session cannot be booked online at the moment.");
  expect(without.get("/contact")).toContain("or book a blueprint unlock call if your analysis is finished.");
  expect(await pageText(visitor, `/schedule/${strategySession}`)).toMatch(
    /Strategy session cannot be booked online at the moment Write to \S+@\S+ and we will find a time .* blueprint unlock call online/,
  );
  await change(blueprintUnlockCall, { active: false });
  const neither = await readPages(visitor);
  expect(links(neither, blueprintUnlockCall)).toEqual([]);
  expect(neither.get("/pricing")).toContain("Two ways to the full blueprint");
  expect(await pageText(visitor, `/schedule/${blueprintUnlockCall}`)).toContain(
    "cannot be booked online at the moment",
  );
  await expect(pageText(visitor, "/schedule/unknown")).rejects.toMatchObject({ status: 404 });
  await change(strategySession, { active: true });
  await change(blueprintUnlockCall, { active: true });
  await db.update(host).set({ active: false });
  await loadOfferedCalls(ctx);
  expect(links(await readPages(visitor), strategySession)).toEqual([]);
});
