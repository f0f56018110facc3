import { beforeEach, expect, test } from "vitest";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import type { OutgoingMail } from "#app/platform/mail/mailer.server.ts";
import { later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type Definition, emptyDefinition, type MailContent } from "../definitions/definition.ts";
import { enrol } from "../enrollments/enrollments.server.ts";
import { previewStep, sendTestMail } from "./step-previews.server.ts";
import { advanceDue } from "./worker.server.ts";

const { ctx, pool } = useDatabase();
const dana = "dana@northfield.example";

beforeEach(() =>
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
    MAIL_FROM: "hello@gtmarc.example",
  }),
);

const steps = (...mails: MailContent[]): Definition => ({
  ...emptyDefinition,
  steps: mails.map((mail, at) => ({
    ...{ key: `step-${at}`, kind: "mail", delay: { amount: at, unit: "days" }, conditions: [] },
    mail,
  })),
});

async function delivered(at = ctx): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  await deliverDueMail(at, {
    mailer: {
      send: async (mail) => {
        mails.push(mail);
        return { outcome: "accepted", answer: "250 OK" };
      },
      ...{ parallel: 1, isClosing: () => false, check: async () => null, close: () => undefined },
    },
  });
  return mails;
}

async function enrolled(definition: Definition, person: { name?: string; company?: string } = {}) {
  const { id } = await runningSequence(ctx, definition);
  const prospect = value(await createProspect(ctx, { email: dana }));
  await pool.query("update prospect set name = $1, company = $2", [person.name ?? null, person.company ?? null]);
  value(await enrol(ctx, { id, email: dana }));
  return { id, prospectId: prospect.id };
}

const withoutKey = (text: string) => text.replaceAll(/\/unsubscribe\/[\w.-]+/g, "/unsubscribe/KEY");
const anyPlace = /⟦|⟧|%E2%9F%A[67]|\{\{|\}\}/i;

const contents: [string, MailContent][] = [
  [
    "headings",
    {
      subject: "Links for {{first_name|you}} at {{company|your firm}}",
      preview: "For {{name|you}}",
      body: "# Hello {{first_name|there}}\n\ntext\n\n## About {{company|your firm}}\n\nmore\n\n### Last, {{first_name|friend}}",
    },
  ],
  [
    "lists, quotes, code, buttons, emphasis and a fallback with Markdown",
    {
      subject: "{{company|*firm*}}",
      preview: "",
      body: '- **{{name|you}}**\n1. _{{role|your_role_}}_\n\n> {{company|*firm*}}\n\n```\n{{industry|`your` industry}}\n```\n\n`{{name|a}}`\n\n[For {{first_name|you}}](/pricing "button")',
    },
  ],
  [
    "variables inside addresses",
    {
      subject: "Addresses",
      preview: "",
      body: "https://x.example/{{company|firm}} and <https://{{company|firm}}.example> and [one][ref] and {{first_name|a}}@firm.example\n\n![The logo][ref]\n\n[ref]: /{{company|firm}}",
    },
  ],
];

test.each(contents)("preview, test mail and sent mail of a step are the same: %s", async (_, content) => {
  for (const person of [{ name: "Ana <b>Ålund</b>", company: "Kraft & *Söhne* {{x}} GmbH" }, {}]) {
    await pool.query("truncate sequence, prospect, message cascade");
    const { id, prospectId } = await enrolled(steps(content), person);
    const preview = value(await previewStep(ctx, { id, stepKey: "step-0", prospectId }));
    value(await sendTestMail(ctx, { id, stepKey: "step-0", prospectId, to: dana }));
    await advanceDue(ctx);
    const mails = await delivered();
    const [asTest, sent] = [
      mails.find(({ subject }) => subject.startsWith("[Test] ")),
      mails.find(({ subject }) => !subject.startsWith("[Test] ")),
    ];
    expect(mails).toHaveLength(2);
    for (const part of ["subject", "html", "text"] as const) {
      const written = withoutKey(sent![part]).replaceAll("{{x}}", "");
      expect(written).not.toMatch(anyPlace);
      expect(withoutKey(preview[part]).replaceAll("{{x}}", "")).toBe(written);
      expect(
        withoutKey(asTest![part])
          .replace(/^\[Test\] /, "")
          .replaceAll("{{x}}", ""),
      ).toBe(written);
    }
    expect(JSON.stringify([sent!.headers, asTest!.headers])).not.toMatch(anyPlace);
  }
});

test("the text part names the person as the subject does, in headings too", async () => {
  await enrolled(steps(contents[0]![1]), { name: "Ana Kraft", company: "Kraft GmbH" });
  await advanceDue(ctx);
  const [{ subject, text, html } = { subject: "", text: "", html: "" }] = await delivered();
  expect(subject).toBe("Links for Ana at Kraft GmbH");
  for (const line of ["Links for Ana at Kraft GmbH", "Hello Ana", "About Kraft GmbH", "Last, Ana"]) {
    expect(text).toContain(line);
    expect(html).toContain(line);
  }
});

test("the follow-ups of a person are one thread: each mail refers to those sent before it", async () => {
  const mail = (subject: string): MailContent => ({ subject, preview: "", body: "A question." });
  await enrolled(steps(mail("First"), mail("Second"), mail("Third")));
  const sent: OutgoingMail[] = [];
  for (const days of [0, 3, 7, 14, 21]) {
    const at = later(ctx, { days });
    await advanceDue(at);
    sent.push(...(await delivered(at)));
  }
  expect(sent.map(({ subject }) => subject)).toEqual(["First", "Second", "Third"]);
  const [first, second, third] = sent;
  expect(first!.headers).not.toHaveProperty("In-Reply-To");
  expect(second!.headers).toMatchObject({ "In-Reply-To": first!.messageId, References: first!.messageId });
  expect(third!.headers).toMatchObject({
    "In-Reply-To": second!.messageId,
    References: `${first!.messageId} ${second!.messageId}`,
  });
});

test("a follow-up refers to the mail before it while a mail server keeps both waiting", async () => {
  const mail = (subject: string): MailContent => ({ subject, preview: "", body: "A question." });
  await enrolled(steps(mail("First"), mail("Second")));
  for (const days of [0, 3]) await advanceDue(later(ctx, { days }));
  const [first, second] = await delivered(later(ctx, { days: 3 }));
  expect([first!.subject, second!.subject]).toEqual(["First", "Second"]);
  expect(second!.headers).toMatchObject({ "In-Reply-To": first!.messageId, References: first!.messageId });
});
