import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { expect, test } from "vitest";
import { accessCodeMail } from "../app/features/access/emails/access-code.tsx";
import { accessDeclinedMail } from "../app/features/access/emails/access-declined.tsx";
import { accessRequestedMail } from "../app/features/access/emails/access-requested.tsx";
import { deletionScheduledMail } from "../app/features/accounts/emails/deletion-scheduled.tsx";
import { emailChangeConfirmMail, emailChangeVerifyMail } from "../app/features/accounts/emails/email-change-mails.tsx";
import { newDeviceMail } from "../app/features/accounts/emails/new-device.tsx";
import { passwordChangedMail } from "../app/features/accounts/emails/password-changed.tsx";
import { resetPasswordMail } from "../app/features/accounts/emails/reset-password.tsx";
import { VerifyEmail } from "../app/features/accounts/emails/verify-email.tsx";
import { unlockedMail, unlockedTeamMail } from "../app/features/blueprint/emails/unlocked.tsx";
import type { MailDraft } from "../app/features/mail/mail.server.ts";
import { renderMail } from "../app/features/mail/rendering.server.ts";
import { inScheme } from "../app/features/mail/sheet-scheme.ts";
import { issueTestMail } from "../app/features/signups/emails/issue-test.tsx";
import { newsletterMovedMail } from "../app/features/signups/emails/newsletter-moved.tsx";
import { newsletterWelcomeMail } from "../app/features/signups/emails/newsletter-welcome.tsx";
import { trainingNoticeMail } from "../app/features/signups/emails/training-notice.tsx";
import { trainingRegisteredMail } from "../app/features/signups/emails/training-registered.tsx";
import { useSettings } from "../app/platform/env.server.ts";

/*
 * Mails as their readers get them, with data as they come. What holds for every sheet is checked here; to look at them,
 * MAIL_GALLERY=folder npx vitest run scripts/mail-gallery.test.ts
 * writes each one there as light and dark HTML and as text.
 */

useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "hello@gtmarc.example" });

const to = "dana@northfield.example";
const now = new Date("2026-03-02T15:00:00Z");
const href = `https://gtmarc.example/auth/verify?token=${"k".repeat(43)}`;
const notMe = `https://gtmarc.example/account/not-me?token=${"n".repeat(43)}`;
const leaveKey = "0123456789abcdef0123456789abcdef";
const program = "GTM Strategy & RevOps Workshop";
const unlocked = { blueprintId: "0199f000-0000-7000-8000-000000000000", companyName: "Northfield", email: to };
const issue = {
  id: "0199f000-0000-7000-8000-000000000000",
  subject: "Three hours a week, drawn and costed",
  preview: "What lead-to-CRM sync returned, and what it took.",
  body: 'This month: **lead to CRM**.\n\n## What it gave back\n\n- Leads stand there within a minute\n- Nobody copies by hand\n\n> We had a form and a habit.\n\n1. Measure\n2. Build\n\n[See the drawing](/automation-grid/S-01 "button")\n\n```\n4 people × 45 min = 3 h\n```\n\n---\n\nPrices are [here](/pricing).',
};

const mails: Record<string, Pick<MailDraft, "subject" | "body" | "list" | "headers">> = {
  "access-requested": accessRequestedMail({ to }),
  "access-code": accessCodeMail({ to, code: "K7QF-M2XR-9DWT", expiresAt: new Date("2026-04-01T15:00:00Z") }),
  "access-declined": accessDeclinedMail({ to, reason: "not_fit", note: "Come back when the team has grown." }),
  "verify-email": {
    subject: "Verify your email",
    body: createElement(VerifyEmail, { code: "407219", codeMinutes: 10, href, hours: 24 }),
  },
  "reset-password": resetPasswordMail({ to, code: "407219", codeMinutes: 10, href, minutes: 60 }),
  "password-changed": passwordChangedMail({ to, now, notMe }),
  "new-device": newDeviceMail({ to, device: "Firefox on Linux", now, notMe }),
  "email-change-confirm": emailChangeConfirmMail({ to, newEmail: "dana@newfield.example", href, notMe }),
  "email-change-verify": emailChangeVerifyMail({ to: "dana@newfield.example", oldEmail: to, href }),
  "deletion-scheduled": deletionScheduledMail({ to, dueAt: new Date("2026-03-16T15:00:00Z"), notMe }),
  "blueprint-unlocked": unlockedMail({ ...unlocked, method: "payment" }),
  "blueprint-unlocked-team": unlockedTeamMail({ ...unlocked, method: "payment" }),
  "newsletter-welcome": newsletterWelcomeMail({ to, leaveKey }),
  "newsletter-moved": newsletterMovedMail({ to, leaveKey }),
  "newsletter-issue": issueTestMail({ to, issue }),
  "training-registered": trainingRegisteredMail({ to, program }),
  "training-notice": trainingNoticeMail({
    email: to,
    companyName: "Northfield",
    companyWebsite: "northfield.example",
    role: "Head of Revenue",
    industry: "SaaS",
    trainingProgram: program,
    isConsumerDomain: false,
  }),
};

const folder = process.env["MAIL_GALLERY"];
if (folder) mkdirSync(folder, { recursive: true });

for (const [name, { subject, body, list, headers }] of Object.entries(mails))
  test(`${name}: one heading, absolute links, nothing loaded, a text that says it all`, async () => {
    const { html, text } = await renderMail(body);
    expect(subject.length).toBeLessThanOrEqual(78);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|url\(|<script|@import|src=/);
    for (const [, link] of html.matchAll(/href="([^"]+)"/g))
      expect(link).toMatch(/^(https:\/\/gtmarc\.example|mailto:)/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/<\/?[a-z]+[ >]|&[a-z]+;|undefined|null/);
    if (list) expect(headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
    if (!folder) return;
    writeFileSync(join(folder, `${name}.light.html`), inScheme(html, "light"));
    writeFileSync(join(folder, `${name}.dark.html`), inScheme(html, "dark"));
    writeFileSync(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}\n`);
  });
