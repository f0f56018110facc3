import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { registerDrawer } from "#app/features/mail/sending/drawn-attachments.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import type { Mailer, OutgoingMail } from "#app/platform/mail/mailer.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { orderIn, useEchoThread } from "#tests/fixtures/echo-thread.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { startPayment } from "../billing.server.ts";
import { markInvoicePaid } from "../invoices/invoices.server.ts";
import { documentDrawer, drawDocumentFile } from "./files.server.ts";

const { ctx } = useDatabase();

test("the PDF of an invoice is rendered when its mail is sent; after a failure it is rendered on the next attempt", async () => {
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
  registerDrawer(documentDrawer, () => Promise.reject(new Error("The thread ended before the task was done.")));
  expect(await deliverDueMail(ctx, { mailer })).toMatchObject({ sent: 0, retried: 2 });
  expect(sent).toEqual([]);
  registerDrawer(documentDrawer, drawDocumentFile);
  expect(await deliverDueMail(later(ctx, { hours: 1 }), { mailer })).toMatchObject({ sent: 2, retried: 0 });
  for (const { attachments } of sent) {
    expect(attachments.map(({ filename }) => filename)).toEqual(["INV-2026-0001.pdf"]);
    expect(Buffer.from(attachments[0]!.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("an invoice is drawn in the thread for long tasks", async () => {
  useInvoicesOnly();
  const dana = await wizardMember(ctx);
  const { number } = await paymentFixtures(ctx).invoiced(dana, await finishedBlueprint(dana));
  await useEchoThread();
  expect(orderIn((await drawDocumentFile(ctx, `${number}.pdf`))!)).toMatchObject({
    task: "billing.draw-paper",
    input: { kind: "invoice", document: { number } },
  });
});

test.runIf(spawnSync("pdftotext", ["-v"]).status === 0)(
  "a receipt has the date of the payment and names the date of the invoice",
  async () => {
    useInvoicesOnly();
    const dana = await wizardMember(ctx);
    const { number, paymentId } = await paymentFixtures(ctx).invoiced(dana, await finishedBlueprint(dana));
    const admin = await asAdmin(later(ctx, { days: 3 }));
    expect(await markInvoicePaid(admin, { paymentId, reference: "Wire 1" })).toMatchObject({ ok: true });
    const textOf = async (file: string) =>
      spawnSync("pdftotext", ["-", "-"], {
        input: (await drawDocumentFile(ctx, file))!,
        encoding: "utf8",
      }).stdout.replace(/\s+/g, " ");
    const [issued, paid] = [ctx, admin].map(({ now }) => companyDates().day(now));
    expect(issued).not.toBe(paid);
    const count = (text: string, day: string | undefined) => text.split(day!).length - 1;
    expect(count(await textOf(`${number}.pdf`), issued)).toBe(2);
    // In the sentence, next to "Paid" and in the title block; the date of the invoice only next to "Invoiced".
    const receipt = await textOf(`${number}-receipt.pdf`);
    expect([count(receipt, paid), count(receipt, issued)]).toEqual([3, 1]);
  },
);
