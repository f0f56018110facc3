import { expect, test } from "vitest";
import { checkReceivedMail } from "./received-mail.ts";

const settings = { MAIL_FROM: "GTMarc <hello@gtmarc.example>", MAIL_SES_TOPICS: [] };

test("the mailboxes that feed the product are named, that of From as well", () => {
  const { ok, says } = checkReceivedMail({
    ...{ ...settings, MAIL_WEBHOOK_SECRET: "a-secret-of-the-webhook" },
    MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example",
  });
  expect(ok).toBe(true);
  expect(says).toBe(
    "mail to hello@gtmarc.example and reply@in.gtmarc.example must be passed to /api/webhooks/mail; some programs reply to hello@gtmarc.example",
  );
});

test("a reply address without a way in fails; without either nothing is expected", () => {
  expect(checkReceivedMail({ ...settings, MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example" }).ok).toBe(false);
  expect(checkReceivedMail({ ...settings, MAIL_REPLY_ADDRESS: "reply@x.example", MAIL_SES_TOPICS: ["arn"] }).ok).toBe(
    true,
  );
  expect(checkReceivedMail(settings).ok).toBe(true);
});
