import { beforeEach, expect, test } from "vitest";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import type { OutgoingMail } from "#app/platform/mail/mailer.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { newsletterSubscriber } from "../tables.server.ts";
import { previewIssue } from "./issue-figures.server.ts";
import { feedIssue } from "./issue-sending.server.ts";
import { createIssue, saveIssue, sendIssue, sendTest } from "./issues.server.ts";

const { db, ctx } = useDatabase();
const reader = "reader@company.example";

beforeEach(() =>
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" }),
);

async function delivered(): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  await deliverDueMail(later(ctx, { seconds: 60 }), {
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

const withoutKey = (text: string) => text.replaceAll(/\/unsubscribe\/[\w.-]+/g, "/unsubscribe/KEY");
const anyPlace = /⟦|⟧|%E2%9F%A[67]|\{\{|\}\}/i;

test.each([
  {
    what: "headings, links, lists, images and buttons",
    subject: "Lead to CRM for {{company|your firm}}",
    preview: "For {{name|you}}, <drawn>",
    body: '# Hello {{first_name|there}}\n\nText & [a link](/automation-grid/S-01) and https://x.example/a?b=1.\n\n## About {{company|your firm}}\n\n- one {{role|role}}\n- two\n\n1. first\n2. [second](https://x.example)\n\n![The chart](/og/pricing.png)\n\n[For {{first_name|you}}](/pricing "button")',
  },
  {
    what: "fallbacks with Markdown",
    subject: "{{company|*firm* & <b>}}",
    preview: "{{name|_you_}}",
    body: "{{name|# you}}\n\n- **{{role|your_role_ of *all*}}**\n\n> {{company|*firm*}}\n\n```\n{{industry|`your` industry}}\n```\n\n{{first_name|[a link](/pricing)}}\n\n{{company|www.firm.example}}",
  },
  {
    what: "variables inside addresses",
    subject: "Addresses",
    preview: "Addresses of {{company|firm}}",
    body: "https://x.example/{{company|firm}} and <https://{{company|firm}}.example> and [one][ref] and {{first_name|a}}@firm.example\n\n![The logo][ref]\n\n[ref]: /{{company|firm}}",
  },
  {
    what: "facts of the firm",
    subject: "Book {{strategy_session}}",
    preview: "Now {{book_session}}",
    body: "Please {{book_session}}: {{strategy_session}}.",
  },
])("preview, test mail and sent mail of an issue are the same: $what", async ({ what: _, ...text }) => {
  const admin = await asAdmin(ctx);
  await db.insert(newsletterSubscriber).values({
    ...{ id: newId(), email: reader, source: "popup", isConsumerDomain: false },
    ...{ consentedAt: ctx.now, consentText: "yes" },
  });
  const { id } = value(await createIssue(admin));
  const draft = { ...text, topic: "drawings", audience: "everybody", perMinute: 600 } as const;
  const { version } = value(await saveIssue(admin, { ...draft, id, version: 1 }));
  const preview = value(await previewIssue(admin, id))!;
  value(await sendTest(admin, { id, to: reader }));
  const [asTest] = await delivered();
  await db.delete(message);
  value(await sendIssue(admin, { id, version, at: null }));
  await feedIssue(ctx, id);
  const [sent, ...others] = await delivered();
  expect(others).toEqual([]);
  expect(asTest!.subject).toBe(`[Test] ${sent!.subject}`);
  for (const part of ["html", "text"] as const) {
    expect(sent![part]).not.toMatch(anyPlace);
    expect(withoutKey(preview[part])).toBe(withoutKey(sent![part]));
    expect(withoutKey(asTest![part])).toBe(withoutKey(sent![part]));
  }
  expect(JSON.stringify([sent!.subject, sent!.headers, asTest!.headers])).not.toMatch(anyPlace);
});
