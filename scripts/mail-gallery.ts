import { accessCodeMail } from "#app/features/access/emails/access-code.tsx";
import { accessDeclinedMail } from "#app/features/access/emails/access-declined.tsx";
import { accessNoticeMail } from "#app/features/access/emails/access-notice.tsx";
import { accessRequestedMail } from "#app/features/access/emails/access-requested.tsx";
import { companyInvitationMail } from "#app/features/accounts/emails/company-invitation.tsx";
import { deletionScheduledMail } from "#app/features/accounts/emails/deletion-scheduled.tsx";
import { domainLostMail, domainMissingMail } from "#app/features/accounts/emails/domain-mails.tsx";
import {
  addressTakenMail,
  emailChangeConfirmMail,
  emailChangedMail,
  emailChangeVerifyMail,
} from "#app/features/accounts/emails/email-change-mails.tsx";
import {
  factorAddedMail,
  factorRemovedMail,
  recoveryCodeUsedMail,
} from "#app/features/accounts/emails/factor-mails.tsx";
import { legalNoticeMail } from "#app/features/accounts/emails/legal-notice.tsx";
import { newDeviceMail } from "#app/features/accounts/emails/new-device.tsx";
import { passkeyAddedMail } from "#app/features/accounts/emails/passkey-added.tsx";
import { passwordChangedMail } from "#app/features/accounts/emails/password-changed.tsx";
import { providerConnectedMail } from "#app/features/accounts/emails/provider-connected.tsx";
import { resetPasswordMail } from "#app/features/accounts/emails/reset-password.tsx";
import { factorResetMail, roleGivenMail, roleRemovedMail } from "#app/features/accounts/emails/role-mails.tsx";
import { signInLinkMail } from "#app/features/accounts/emails/sign-in-link.tsx";
import { teamInvitationMail } from "#app/features/accounts/emails/team-invitation.tsx";
import { verifyEmailMail } from "#app/features/accounts/emails/verify-email.tsx";
import { alertMail } from "#app/features/analytics/emails/alert.tsx";
import { weeklyVisitsMail } from "#app/features/analytics/emails/weekly-visits.tsx";
import { factReportedMail, refundFailedMail } from "#app/features/billing/emails/fact-reported.tsx";
import {
  invoiceCancelledMail,
  invoiceCorrectedMail,
  invoiceMail,
  invoiceTeamMail,
} from "#app/features/billing/emails/invoice.tsx";
import { invoiceReminderMail } from "#app/features/billing/emails/invoice-reminder.tsx";
import { receiptMail } from "#app/features/billing/emails/receipt.tsx";
import { refundDueTeamMail, refundedMail } from "#app/features/billing/emails/refunded.tsx";
import { codeWithin } from "#app/features/content/promises.ts";
import { codeDelay } from "#app/features/content/site-facts.server.ts";
import { architectAssignedMail } from "#app/features/full-blueprint/emails/architect-assigned.tsx";
import { publishedMail } from "#app/features/full-blueprint/emails/published.tsx";
import { clientCommentedMail, repliedMail } from "#app/features/full-blueprint/emails/section-comments.tsx";
import { unlockedMail, unlockedTeamMail } from "#app/features/full-blueprint/emails/unlocked.tsx";
import { forwardedReplyMail } from "#app/features/mail/emails/forwarded-reply.tsx";
import { forwardedReportMail } from "#app/features/mail/emails/forwarded-report.tsx";
import { renderMail } from "#app/features/mail/frame/rendering.server.ts";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { fillBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import { issueBatch, issueReader, issueTestBatch } from "#app/features/newsletter/emails/issue.tsx";
import { newsletterConfirmMail } from "#app/features/newsletter/emails/newsletter-confirm.tsx";
import { newsletterMovedMail } from "#app/features/newsletter/emails/newsletter-moved.tsx";
import { newsletterWelcomeMail } from "#app/features/newsletter/emails/newsletter-welcome.tsx";
import { issueBody } from "#app/features/newsletter/issues/issue-body.tsx";
import { leaveToken } from "#app/features/newsletter/subscribers/leave-link.server.ts";
import { noteMentionMail } from "#app/features/pipeline/emails/note-mention.tsx";
import { tasksDueMail } from "#app/features/pipeline/emails/tasks-due.tsx";
import { builtInSequences } from "#app/features/sequences/definitions/built-in.ts";
import {
  sequenceBatch,
  sequenceReader,
  sequenceTestBatch,
  stepBody,
} from "#app/features/sequences/emails/sequence-mail.tsx";
import { trainingNoticeMail } from "#app/features/training/emails/training-notice.tsx";
import { trainingRegisteredMail } from "#app/features/training/emails/training-registered.tsx";
import { endpointDisabledMail } from "#app/features/webhooks/emails/endpoint-disabled.tsx";
import type { VariableValues } from "#app/lib/formats/mail-variables.ts";
import { dana, domainOf, emailOf, northfield } from "../db/world.ts";
import { callMails } from "./mail-gallery-calls.ts";
import {
  accessRequestToNotice,
  content,
  correctedInvoice,
  creditNote,
  facts,
  file,
  invoice,
  issue,
  payment,
  unusualFigures,
  week,
} from "./mail-gallery-data.ts";

/*
 * Every mail that the product can send, with realistic data, in each of its variants. A missing kind fails
 * mail-gallery.test.ts.
 */

const to = emailOf(dana);
const now = new Date("2026-03-02T15:00:00Z");
const token = "k".repeat(43);
const unsubscribeKey = "0123456789abcdef0123456789abcdef";
const weeklyLeave = `https://gtmarc.example/unsubscribe/weekly.0199f000-0000-7000-8000-000000000000.${unsubscribeKey}`;
const program = "GTM Strategy & RevOps Workshop";
const blueprintId = "0199f000-0000-7000-8000-000000000000";
const unlocked = { blueprintId, companyName: northfield.name, email: to };
const comment = {
  ...{ sectionId: "leads-1", title: "Lead to CRM Sync" },
  text: "Does this also work with the second form, the one for partners?\nIt has a field for the region.",
};
const otherComment = { sectionId: "support-1", title: "Hand-over to support", text: "Yes, from the second week on." };
const architect = { clientName: "Mara Lindqvist", email: "mara@gtmarc.example" };
const registration = {
  email: to,
  companyName: northfield.name,
  companyWebsite: domainOf(northfield),
  role: "Head of Revenue",
  industry: "SaaS",
  trainingProgram: program,
  isConsumerDomain: false,
} as const;

/** By kind; variants by kind, a dot and a name. Settings must be set (SITE_URL, CONTACT_EMAIL, SECRET). */
/** `fill`: values of the placeholders in the body of a mail that many people get. */
type GalleryMail = MailDraft & { fill?: Record<string, string> };

export async function renderGalleryMail({ body, fill = {} }: GalleryMail) {
  return fillBody(renderMail(body), fill);
}

export function galleryMails(): Record<string, GalleryMail> {
  const at = (path: string) => `https://gtmarc.example${path}`;
  const notMe = at(`/account/not-me?token=${"n".repeat(43)}`);
  const about = { to, now, notMe };
  const code = { to, code: "407219", codeMinutes: 10 };
  return {
    "verify-email": verifyEmailMail({ ...code, href: at(`/auth/verify?token=${token}`), hours: 24 }),
    "reset-password": resetPasswordMail({ ...code, href: at(`/reset-password?token=${token}`), minutes: 60 }),
    "password-changed": passwordChangedMail(about),
    "password-changed.by-reset": passwordChangedMail({ to, now }),
    "new-device": newDeviceMail({ ...about, device: "Firefox on Linux" }),
    "email-change-confirm": emailChangeConfirmMail({
      to,
      newEmail: "dana@newfield.example",
      href: at(`/account/email?token=${token}`),
      notMe,
    }),
    "email-change-verify": emailChangeVerifyMail({
      to: "dana@newfield.example",
      oldEmail: to,
      href: at(`/account/email?token=${token}`),
    }),
    "email-change-taken": addressTakenMail({ to }),
    "email-changed": emailChangedMail({ ...about, to: "dana@newfield.example", newEmail: "dana@newfield.example" }),
    "email-changed.old": emailChangedMail({ to, now, newEmail: "dana@newfield.example" }),
    "sign-in-link": signInLinkMail({ to, href: at(`/auth/link?token=${token}`), minutes: 15 }),
    "passkey-added": passkeyAddedMail({ ...about, name: "Chrome on Mac" }),
    "provider-connected": providerConnectedMail({ ...about, provider: "Google" }),
    "company-invitation": companyInvitationMail({ to, from: "lee@northfield.example", days: 30 }),
    "domain-missing": domainMissingMail({
      to,
      domain: "northfield.example",
      record: { name: "_gtmarc.northfield.example", value: "gtmarc-domain=4f1c2a9be07d35c8" },
      endsAt: now,
    }),
    "domain-lost": domainLostMail({ to, domain: "northfield.example" }),
    "factor-added": factorAddedMail(about),
    "factor-removed": factorRemovedMail(about),
    "recovery-code-used": recoveryCodeUsedMail({ ...about, left: 7, few: false }),
    "recovery-codes-low": recoveryCodeUsedMail({ ...about, left: 2, few: true }),
    "factor-reset": factorResetMail({ to, now, isAdmin: false }),
    "factor-reset.admin": factorResetMail({ to, now, isAdmin: true }),
    "team-invitation": teamInvitationMail({
      ...{ to, role: "Sales", days: 7 },
      href: at(`/invitation?token=${token}`),
    }),
    "admin-added": roleGivenMail({ to, now, isProtected: false, role: "admin", before: null }),
    "admin-added.protected": roleGivenMail({ to, now, isProtected: true, role: "sales", before: "viewer" }),
    "admin-removed": roleRemovedMail({ to, now, role: "admin" }),
    "deletion-scheduled": deletionScheduledMail({ to, dueAt: new Date("2026-03-16T15:00:00Z"), notMe }),
    "legal-notice": legalNoticeMail({ to, document: "terms", version: 2, effectiveOn: "2026-06-01", before: 1 }),

    "access-requested": accessRequestedMail({ to, codeWithin: codeWithin(codeDelay()), waitsForAdmin: false }),
    "access-requested.person": accessRequestedMail({
      to: "dana@gmail.com",
      codeWithin: codeWithin(codeDelay()),
      waitsForAdmin: true,
    }),
    "access-notice": accessNoticeMail({ ...accessRequestToNotice, waitsBecause: null }),
    "access-notice.person": accessNoticeMail({
      ...accessRequestToNotice,
      dueAt: null,
      waitsBecause: "consumer_domain",
    }),
    "access-code": accessCodeMail({ to, code: "K7QF-M2XR-9DWT", expiresAt: new Date("2026-04-01T15:00:00Z") }),
    "access-declined": accessDeclinedMail({ to, reason: "not_fit", note: "Come back when the team has grown." }),
    "access-declined.private-address": accessDeclinedMail({ to, reason: "private_address", note: null }),
    "access-declined.unclear": accessDeclinedMail({ to, reason: "unclear", note: null }),
    "access-declined.duplicate": accessDeclinedMail({ to, reason: "duplicate", note: null }),

    "newsletter-confirm": newsletterConfirmMail({ to, key: unsubscribeKey }),
    "newsletter-welcome": newsletterWelcomeMail({ to, unsubscribeKey }),
    "newsletter-moved": newsletterMovedMail({ to, unsubscribeKey }),
    "newsletter-issue": {
      ...issueBatch(issue),
      ...issueReader(issue, { to, token: leaveToken({ unsubscribeKey, issue: issue.id }) }),
      body: issueBody(issue),
    },
    "newsletter-test": {
      ...issueTestBatch(issue),
      ...issueReader(issue, { to }),
      subject: `[Test] ${issue.subject}`,
      body: issueBody(issue),
    },
    ...sequenceMails(),
    "reply-forwarded": forwardedReplyMail({
      ...{ to: architect.email, from: to, fromName: "Dana Whitlock", subject: "Re: Questions about your analysis?" },
      text: "Hi Mara,\n\nthe second process is the one that hurts.\nCan we talk on Thursday?\n\nDana",
      rest: null,
      about: { href: at(`/admin/prospect-pipeline/${blueprintId}`) },
    }),
    "report-forwarded": forwardedReportMail({
      to: architect.email,
      about: { id: blueprintId, href: at(`/admin/mail/${blueprintId}`) },
      ...{ filename: "report.eml", drawer: "mail-original" },
    }),
    "report-forwarded.unreadable": forwardedReportMail({
      to: architect.email,
      about: "unreadable",
      ...{ filename: "mail.eml", drawer: "mail-original" },
    }),
    "training-registered": trainingRegisteredMail({ to, program }),
    "training-notice": trainingNoticeMail(registration),
    "training-notice.least": trainingNoticeMail({
      ...registration,
      email: "dana@gmail.com",
      companyWebsite: null,
      role: null,
      industry: null,
      isConsumerDomain: true,
    }),

    "blueprint-unlocked": unlockedMail({ ...unlocked, method: "payment" }),
    "blueprint-unlocked.call": unlockedMail({ ...unlocked, method: "call" }),
    "blueprint-unlocked.admin": unlockedMail({ ...unlocked, companyName: "", method: "admin" }),
    "blueprint-unlocked-team": unlockedTeamMail({ ...unlocked, method: "payment" }),
    "note-mention": noteMentionMail({
      ...{ to: "mara@gtmarc.example", author: "Jonas Reyes", prospect: northfield.name },
      ...{ prospectId: blueprintId, noteId: blueprintId },
      body: "@Mara Lindqvist can you check the adoption figure?\n\n- The client expects **80 %**\n- The model says 60 %",
    }),
    "tasks-due": tasksDueMail({
      ...{ to: "mara@gtmarc.example", today: "2026-03-02", more: 0 },
      tasks: [
        { title: "Send the sample", dueOn: "2026-03-02", prospectId: blueprintId, prospect: northfield.name },
        { title: "Call back", dueOn: "2026-02-27", prospectId: blueprintId, prospect: "Corvid" },
      ],
    }),
    "tasks-due.many": tasksDueMail({
      ...{ to: "mara@gtmarc.example", today: "2026-03-02", more: 12 },
      tasks: [{ title: "Call back", dueOn: "2026-02-27", prospectId: blueprintId, prospect: "Corvid" }],
    }),
    "webhook-disabled": endpointDisabledMail({
      ...{
        to: architect.email,
        endpointId: blueprintId,
        url: "https://n8n.northfield.example/webhook/1",
        reason: "failing",
      },
    }),
    "webhook-disabled.gone": endpointDisabledMail({
      ...{
        to: architect.email,
        endpointId: blueprintId,
        url: "https://n8n.northfield.example/webhook/1",
        reason: "gone",
      },
    }),
    "analytics-alert": alertMail({ to: architect.email, day: "2026-03-08", findings: unusualFigures }),
    "analytics-alert.one": alertMail({ to: architect.email, day: "2026-03-09", findings: unusualFigures.slice(0, 1) }),
    "weekly-visits": weeklyVisitsMail({ to: architect.email, report: week, unsubscribeHref: weeklyLeave }),
    "weekly-visits.first": weeklyVisitsMail({
      ...{ to: architect.email, unsubscribeHref: weeklyLeave },
      report: { ...week, before: null, change: null },
    }),
    "weekly-visits.quiet": weeklyVisitsMail({
      ...{ to: architect.email, unsubscribeHref: weeklyLeave },
      report: { ...week, before: week.totals, change: "412 visits, 412 before: no clear change." },
    }),
    "weekly-visits.empty": weeklyVisitsMail({
      ...{ to: architect.email, unsubscribeHref: weeklyLeave },
      report: { ...week, totals: { ...week.totals, visits: 0, visitors: 0, views: 0 }, pages: [], sources: [] },
    }),
    "architect-assigned": architectAssignedMail({ blueprintId, to, architect, kickoffHeld: false }),
    "architect-assigned.after-kickoff": architectAssignedMail({ blueprintId, to, architect, kickoffHeld: true }),
    "full-blueprint-published": publishedMail({ blueprintId, to, number: 1, note: "", content, changes: [] }),
    "full-blueprint-published.version": publishedMail({
      blueprintId,
      to,
      number: 2,
      note: "The hand-over to support is new, as agreed on Tuesday.",
      content,
      changes: [
        { part: "section", act: "changed", title: "Lead to CRM Sync" },
        { part: "section", act: "added", title: "Hand-over to support" },
        { part: "task", act: "removed", title: "Export the contact list by hand" },
      ],
    }),
    "full-blueprint-commented": clientCommentedMail({
      ...{ blueprintId, to: architect.email, client: "Dana Whitlock", companyName: northfield.name },
      comments: [comment],
    }),
    "full-blueprint-commented.several": clientCommentedMail({
      ...{ blueprintId, to: architect.email, client: "Dana Whitlock", companyName: northfield.name },
      comments: [comment, { ...comment, text: "And who owns it after May?" }, otherComment],
    }),
    "full-blueprint-replied": repliedMail({ blueprintId, to, companyName: northfield.name, comments: [otherComment] }),
    "full-blueprint-replied.several": repliedMail({
      ...{ blueprintId, to, companyName: "" },
      comments: [comment, otherComment],
    }),

    invoice: invoiceMail({ payment, document: invoice, file }),
    "invoice.call": invoiceMail({ payment: { ...payment, item: "Kickoff, 2026-03-10" }, document: invoice, file }),
    "invoice-reminder": invoiceReminderMail({ payment, document: invoice, file, late: 7 }),
    "invoice-team": invoiceTeamMail({ payment, document: invoice, file }),
    "invoice-cancelled": invoiceCancelledMail({
      payment,
      invoice,
      note: creditNote,
      file,
      reason: "It was unlocked by your call",
    }),
    "invoice-corrected": invoiceCorrectedMail({
      ...{ payment: { ...payment, paidAt: null }, wrong: invoice, note: creditNote },
      invoice: correctedInvoice,
    }),
    "invoice-corrected.paid": invoiceCorrectedMail({
      ...{ payment, wrong: invoice, note: creditNote },
      invoice: { ...correctedInvoice, dueAt: null, dueOn: null },
    }),
    receipt: receiptMail({ payment, invoice, file, surplus: null }),
    "receipt.surplus": receiptMail({ payment, invoice, file, surplus: "already-unlocked" }),
    "receipt.cancelled": receiptMail({ payment, invoice, file, surplus: "cancelled" }),
    refunded: refundedMail({
      payment,
      amountCents: creditNote.amountCents,
      note: creditNote,
      access: "closed",
      all: true,
    }),
    "refunded.part": refundedMail({ payment, amountCents: 20_000, note: creditNote, access: "kept", all: false }),
    "refunded.cancelled": refundedMail({ payment, amountCents: 49_900, note: null, access: "none", all: true }),
    "payment-fact": factReportedMail({ payment, fact: facts.opened }),
    "payment-fact.lost": factReportedMail({ payment, fact: facts.lost }),
    "payment-fact.failed": factReportedMail({ payment, fact: facts.failed }),
    "payment-fact.currency": factReportedMail({ payment, fact: facts.otherCurrency }),
    "refund-failed": refundFailedMail({ payment, amountCents: 49_900, invoice: correctedInvoice, isOpenAgain: true }),
    "refund-failed.part": refundFailedMail({ payment, amountCents: 10_000, invoice: null, isOpenAgain: false }),
    "refund-due": refundDueTeamMail({ payment, invoice, surplus: "already-unlocked" }),
    "refund-due.cancelled": refundDueTeamMail({ payment, invoice, surplus: "cancelled" }),
    "refund-due.call": refundDueTeamMail({
      ...{ payment: { ...payment, item: "Kickoff, 2026-03-10" }, invoice, surplus: "call-canceled" },
    }),

    ...callMails(now),
  };
}

/** Every mail of the built-in sequences, to a person with a name and a company; the first also to one without. */
function sequenceMails(): Record<string, GalleryMail> {
  const values = { first_name: "Dana", company: northfield.name };
  const mails = builtInSequences.flatMap(({ name: campaign, definition }) =>
    definition.steps.flatMap((step) =>
      step.kind === "mail" ? [{ name: `${campaign}.${step.key}`, content: step.mail, campaign }] : [],
    ),
  );
  const [first] = mails;
  const mail = (step: (typeof mails)[number], person: VariableValues) => ({
    ...sequenceBatch(),
    ...sequenceReader(step.content, { to, unsubscribeKey, values: person }),
    body: stepBody(step.content, step.campaign),
  });
  return {
    "sequence-mail": mail(first!, {}),
    "sequence-test": { ...mail(first!, values), ...sequenceTestBatch(), subject: "[Test] One question" },
    ...Object.fromEntries(mails.map((step) => [`sequence-mail.${step.name}`, mail(step, values)])),
  };
}
