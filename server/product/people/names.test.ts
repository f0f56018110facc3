import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import ICAL from "ical.js";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { calendarFile } from "#app/features/booking/agenda/calendar-file.server.ts";
import { workbookFile } from "#app/features/kit/files/workbook-file.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { modelWorkbook } from "#app/features/roi/workbook/workbook.ts";
import { createMailer } from "#app/platform/mail/mailer.server.ts";
import { namesOfLanguages } from "#tests/fixtures/names.ts";

/* Names of every language in workbooks, calendar files and mails, read by other libraries than those that wrote them. */

const now = new Date("2026-11-21T12:00:00Z");
const names = Object.entries(namesOfLanguages);

test("a workbook has the names as they are written", async () => {
  const title = names.map(([, name]) => name).join(" / ");
  const { workbook } = modelWorkbook(exampleFirm, "analysis", { title, note: title });
  const files = unzipSync(await workbookFile(workbook, now));
  for (const file of ["xl/sharedStrings.xml", "docProps/core.xml"])
    expect(strFromU8(files[file]!), file).toContain(title);
});

test.each(names)("a calendar file keeps a name in %s, also where its lines are folded", (_, name) => {
  const person = { name, email: "dana@northfield.example" };
  const text = calendarFile(
    {
      ...{ uid: "one@gtmarc.example", sequence: 0, start: now, end: new Date(now.getTime() + 1), cancelled: false },
      ...{ summary: `${name} `.repeat(12).trim(), description: [name], location: name, changedAt: now },
      ...{ organizer: person, attendees: [person] },
    },
    "request",
  );
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")!;
  expect(event.getFirstPropertyValue("summary")).toBe(`${name} `.repeat(12).trim());
  expect(event.getFirstPropertyValue("location")).toBe(name);
  expect(event.getFirstProperty("attendee")!.getParameter("cn")).toBe(name);
});

test("mail headers and attachments keep names of every language, in ASCII lines", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gtmarc-names-"));
  try {
    const mailer = createMailer({ DATA_DIR: folder, MAIL_FROM: "GTMarc <hello@gtmarc.example>" } as never);
    for (const [index, [, name]] of names.entries())
      expect(
        await mailer.send({
          id: `0199-${index}`,
          messageId: `<0199-${index}@gtmarc.example>`,
          date: now,
          to: "dana@northfield.example",
          replyTo: null,
          subject: name,
          text: name,
          html: `<p>${name}</p>`,
          headers: {},
          attachments: [
            { filename: `${name}.pdf`, contentType: "application/pdf", content: "JVBERg==", encoding: "base64" },
          ],
        }),
      ).toMatchObject({ outcome: "accepted" });
    const files = await readdir(join(folder, "mailbox"));
    expect(files).toHaveLength(names.length);
    const found = await Promise.all(
      files.map(async (file) => {
        const raw = await readFile(join(folder, "mailbox", file));
        expect(raw.toString("latin1").split("\r\n\r\n")[0]).toMatch(/^[\r\n\t -~]*$/);
        const { subject, text, attachments } = await PostalMime.parse(raw);
        return [subject, text?.trim(), attachments[0]!.filename];
      }),
    );
    expect(found.toSorted()).toEqual(names.map(([, name]) => [name, name, `${name}.pdf`]).toSorted());
  } finally {
    await rm(folder, { recursive: true });
  }
});
