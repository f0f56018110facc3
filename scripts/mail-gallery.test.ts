import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { documentDrawer } from "#app/features/billing/pdf/files.server.ts";
import { reportDrawer } from "#app/features/mail/receiving/unread-reports.server.ts";
import { drawAttachments, registerDrawer } from "#app/features/mail/sending/drawn-attachments.server.ts";
import { system } from "#app/lib/actor.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { createMailer } from "#app/platform/mail/mailer.server.ts";
import { inScheme } from "#app/shell/mail-document.server.ts";
import { scratch } from "../tests/fixtures/scratch.ts";
import { galleryMails, renderGalleryMail } from "./mail-gallery.ts";

/*
 * Every mail with realistic data, checked against rules for all mails. To see them,
 * MAIL_GALLERY=folder npm test -- mail-gallery
 * writes each one as light and dark HTML, as text and as the raw message.
 */

const settings = { SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "hello@gtmarc.example" };
useSettings(settings);

// Billing documents and reports are attached when a mail is sent; here it only matters that they are.
registerDrawer(documentDrawer, async () => new TextEncoder().encode("%PDF-1.7"));
registerDrawer(reportDrawer, async () => new TextEncoder().encode("Subject: Undelivered"));
const noDatabase = undefined as never;

const mails = galleryMails();
const folder = process.env["MAIL_GALLERY"];
if (folder) mkdirSync(folder, { recursive: true });

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join("app", file), "utf8") }));

test("every kind of mail is in the gallery, and none is defined outside the features' emails folders", () => {
  const kinds = sources
    .filter(({ file }) => /\/emails\//.test(file))
    .flatMap(({ text }) => [...text.matchAll(/\bkind:([^;]*?)(?:,\n|, list| \}|, title)/g)])
    .flatMap(([, value]) => [...value!.matchAll(/"([a-z-]+)"/g)].map(([, kind]) => kind!));
  expect(kinds.length).toBeGreaterThan(30);
  const shown = Object.values(mails).map(({ kind }) => kind);
  expect([...new Set(shown)].sort()).toEqual([...new Set(kinds)].sort());
  for (const [name, { kind }] of Object.entries(mails)) expect(name.split(".")[0]).toBe(kind);
  // Every draft comes from a function in such a folder, so that the gallery can show it.
  for (const { file, text } of sources)
    for (const [call, written] of text.matchAll(
      /\bqueue(?:Stranger)?Mails?\(\s*\w+,\s*\[?\s*(?:\.\.\.\w+,\s*)?(?:\w+\.map\(\(\w+\) => )?(\w*)/g,
    ))
      if (!/mail\/(mail|sending\/stranger-mail)\.server\.ts$/.test(file))
        expect(`${file}: ${call}`, written).toMatch(/Mail$/);
});

for (const [name, draft] of Object.entries(mails)) {
  const { subject, list } = draft;

  test(`${name}: one heading, absolute links, no remote content, and a complete text part`, async () => {
    const { html, text } = await renderGalleryMail(draft);
    expect(subject.length).toBeLessThanOrEqual(120);
    expect(subject + html + text).not.toMatch(/⟦|⟧|%E2%9F%A[67]|\{\{|\}\}/i);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|url\(|<script|@import|src=/);
    for (const [, link] of html.matchAll(/href="([^"]+)"/g))
      expect(link).toMatch(/^(https:\/\/gtmarc\.example|mailto:)/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/<\/?[a-z]+[ >]|&[a-z]+;|undefined|null|NaN|\[object/);
    // The text part has every link of the HTML part, except those of header and footer.
    for (const [, link] of html.matchAll(/href="(https:[^"]+)"/g))
      if (link !== settings.SITE_URL) expect(text).toContain(link!.replaceAll("&amp;", "&"));
    if (!folder) return;
    writeFileSync(join(folder, `${name}.light.html`), inScheme(html, "light"));
    writeFileSync(join(folder, `${name}.dark.html`), inScheme(html, "dark"));
    writeFileSync(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}\n`);
  });

  test(`${name}: has each header once, and contains no address except the sender, the recipient and the reply address`, async () => {
    const { html, text } = await renderGalleryMail(draft);
    const dataDir = scratch();
    const mailer = createMailer({ SMTP_URL: undefined, DATA_DIR: dataDir, MAIL_FROM: "GTMarc <post@gtmarc.example>" });
    const id = "0199f000-0000-7000-8000-00000000000a";
    const attachments = await drawAttachments(
      { db: noDatabase, actor: system, now: new Date() },
      draft.attachments ?? [],
    );
    const handover = await mailer.send({
      ...{ id, messageId: `<${id}@gtmarc.example>`, date: new Date("2026-03-02T15:00:00Z") },
      ...{ to: draft.to, replyTo: draft.replyTo ?? null, subject, html, text },
      ...{ headers: draft.headers ?? {}, attachments },
    });
    expect(handover.outcome).toBe("accepted");
    const [file] = readdirSync(join(dataDir, "mailbox"));
    const raw = readFileSync(join(dataDir, "mailbox", file!));
    if (folder) writeFileSync(join(folder, `${name}.eml`), raw);
    const parsed = await PostalMime.parse(raw);
    const keys = parsed.headers.map(({ key }) => key).sort();
    const expected = ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"];
    const ofList = ["list-id", "list-unsubscribe", "list-unsubscribe-post"];
    expect(keys).toEqual([...expected, ...(draft.replyTo ? ["reply-to"] : []), ...(list ? ofList : [])].sort());
    const value = (key: string) => parsed.headers.find((header) => header.key === key)?.value ?? "";
    expect(value("auto-submitted")).toBe("auto-generated");
    expect(value("message-id")).toBe(`<${id}@gtmarc.example>`);
    expect(new Date(value("date")).toISOString()).toBe("2026-03-02T15:00:00.000Z");
    expect(parsed.subject).toBe(subject);
    const attached = parsed.attachments.filter(({ disposition }) => disposition === "attachment");
    expect(attached.map(({ filename }) => filename)).toEqual(attachments.map(({ filename }) => filename));
    const alternatives = attachments.filter(({ isAlternative }) => isAlternative);
    expect(parsed.attachments).toHaveLength(attachments.length + alternatives.length);
    expect(list === undefined || /^(newsletter|sequence)-/.test(name)).toBe(true);
    if (list) {
      expect(value("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      expect(value("list-unsubscribe")).toMatch(
        /^<https:\/\/gtmarc\.example\/unsubscribe\/((outreach\.)?[0-9a-f]{32}(\.[0-9a-f]{32})?|outreach\.test\.[a-z0-9-]+\.[0-9a-f]{20})>, <mailto:hello@gtmarc\.example\?subject=unsubscribe%20((outreach\.)?[0-9a-f.]+|outreach\.test\.[a-z0-9-]+\.[0-9a-f]{20})>$/,
      );
    }
    const named = parsed.headers.flatMap(({ value: words }) => words.match(/[\w.+-]+@[\w.-]+\w/g) ?? []);
    const known = ["post@gtmarc.example", draft.to, draft.replyTo, `${id}@gtmarc.example`, settings.CONTACT_EMAIL];
    for (const address of named) if (!subject.includes(address)) expect(known).toContain(address);
  });
}
