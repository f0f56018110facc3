import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { readReply } from "../inbound/read-mail.ts";
import { readInboundMail } from "./inbound-mail.server.ts";

const report = (status: string) =>
  new TextEncoder().encode(
    [
      "From: postmaster@mx.example",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "Content-Type: message/delivery-status",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(status).toString("base64"),
      "--b--",
      "",
    ].join("\r\n"),
  );

test("a long diagnostic is truncated", async () => {
  const { original, ...mail } = await readInboundMail(
    report(`Reporting-MTA: dns; x\n\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; ${"a".repeat(40_000)}\n`),
  );
  expect(mail).toMatchObject({ kind: "notification" });
  expect(JSON.stringify(mail).length).toBeLessThan(5000);
  expect(original!.content.length).toBe(original!.size);
});

test("a long subject, name and address are not cut inside a character", () => {
  const ending = (length: number) => `${"x".repeat(length - 1)}😀`;
  const mail = readReply({
    headers: new Map([["in-reply-to", `<0198b2a0-0000-7000-8000-000000000001.${"0".repeat(20)}@in.example>`]]),
    ...{ addresses: [], from: `${ending(255)}@else.example`, fromName: ending(100), subject: ending(300) },
    ...{ body: () => "Yes", calendar: null, raw: "" },
  });
  expect(mail).toMatchObject({
    kind: "reply",
    reply: { from: "x".repeat(254), fromName: "x".repeat(99), subject: "x".repeat(299) },
  });
});

const withEmptyLines = (lines: number) =>
  new TextEncoder().encode(
    [
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      ...["", "--b", "Content-Type: text/plain", "", ..."\n".repeat(lines - 2).split("\n")],
      ...[
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; x",
        "",
        "Action: failed",
        "--b--",
        "",
      ],
    ].join("\n"),
  );

test("of a mail with very many lines only the first ones are parsed", async () => {
  expect(await readInboundMail(withEmptyLines(9900))).toMatchObject({ kind: "notification" });
  expect(await readInboundMail(withEmptyLines(190_000))).toMatchObject({ kind: "other" });
});

test.each([
  ["application/zip", "google.com!firm.example!1795910400!1795996799.zip"],
  ["application/gzip", "mail.example!firm.example!1795910400!1795996799.xml.gz"],
])(
  "a DMARC report (%s) is not unpacked and stops nothing",
  withinCpu(5000, async (type, name) => {
    const attachment = Buffer.alloc(700_000, "PK")
      .toString("base64")
      .match(/.{1,76}/g)!;
    const { kind, original } = await readInboundMail(
      Buffer.from(
        [
          "From: noreply-dmarc-support@google.com",
          "Subject: Report domain: firm.example Submitter: google.com Report-ID: 1",
          `Content-Type: ${type}; name="${name}"`,
          `Content-Disposition: attachment; filename="${name}"`,
          "Content-Transfer-Encoding: base64",
          "",
          ...attachment,
        ].join("\r\n"),
      ),
    );
    expect(kind).toBe("other");
    expect(original!.addresses).toBe("noreply-dmarc-support@google.com");
  }),
);
