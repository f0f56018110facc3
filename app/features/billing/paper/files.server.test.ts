import { expect, test } from "vitest";
import { deliverDueMail } from "#app/features/mail/delivery.server.ts";
import { registerDrawer } from "#app/features/mail/drawn-attachments.server.ts";
import type { Mailer, OutgoingMail } from "#app/platform/mailer.server.ts";
import { later } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { startPayment } from "../billing.server.ts";
import { drawPaperFile, paperDrawer } from "./files.server.ts";

const { ctx } = useDatabase();

test("the PDF of an invoice is drawn when its mail leaves; what ended before that is drawn the next time", async () => {
  useInvoicesOnly();
  const dana = await wizardMember(ctx);
  expect(await startPayment(dana, { blueprintId: await finishedBlueprint(dana) })).toMatchObject({ ok: true });
  const sent: OutgoingMail[] = [];
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail);
      return { outcome: "accepted", answer: "ok" };
    },
    parallel: 2,
    isClosing: () => false,
    check: async () => null,
    close: () => {},
  };
  registerDrawer(paperDrawer, () => Promise.reject(new Error("The thread ended before the task was done.")));
  expect(await deliverDueMail(ctx, { mailer })).toMatchObject({ sent: 0, retried: 2 });
  expect(sent).toEqual([]);
  registerDrawer(paperDrawer, drawPaperFile);
  expect(await deliverDueMail(later(ctx, { hours: 1 }), { mailer })).toMatchObject({ sent: 2, retried: 0 });
  for (const { attachments } of sent) {
    expect(attachments.map(({ filename }) => filename)).toEqual(["INV-2026-0001.pdf"]);
    expect(Buffer.from(attachments[0]!.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  }
});
