import { expect, test } from "vitest";
import { readFirmFrom } from "#app/lib/firm.ts";
import { namesOfLanguages } from "#tests/fixtures/names.ts";
import { contentDisposition, firmFile, pdfFileName } from "./file-names.ts";

test("a file name keeps the letters of every script, and nothing that a file system or header objects to", () => {
  expect(pdfFileName("Analysis", "株式会社テスト", "rev-1")).toBe("Analysis-株式会社テスト-rev-1.pdf");
  expect(pdfFileName("Analysis", "Łódź & Żółć / s.r.o.", "rev-1")).toBe("Analysis-Łódź-Żółć-sro-rev-1.pdf");
  expect(pdfFileName("Analysis", '"../..\\a:b*?\r\n🚀', "rev-1")).toBe("Analysis-ab-rev-1.pdf");
  expect(pdfFileName("Analysis", "🚀", "rev-1")).toBe("Analysis-rev-1.pdf");
  expect(pdfFileName("Analysis", "हि".repeat(80), "rev-1")).toBe(`Analysis-${"हि".repeat(60)}-rev-1.pdf`);
});

test.each(Object.entries(namesOfLanguages))("a download named in %s keeps its name; the header is ASCII", (_, name) => {
  const header = contentDisposition("inline", pdfFileName("Analysis", name, "rev-1"));
  expect(header).toMatch(/^[ -~]+$/);
  const [, plain, encoded] = /^inline; filename="([^"]*)"(?:; filename\*=UTF-8''([\w.%!~-]+))?$/.exec(header)!;
  expect(plain).toMatch(/^Analysis-[\w.-]*rev-1\.pdf$/);
  expect(decodeURIComponent(encoded ?? plain!)).toBe(pdfFileName("Analysis", name, "rev-1"));
});

test("ASCII names need no second form; letters with strokes are spelled in the first", () => {
  expect(contentDisposition("attachment", "a-b (1).pdf")).toBe('attachment; filename="a-b (1).pdf"');
  expect(contentDisposition("inline", "Łódź.pdf")).toBe(
    "inline; filename=\"Lodz.pdf\"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA.pdf",
  );
  expect(contentDisposition("inline", "a\"b'\ud800.pdf")).toBe(
    "inline; filename=\"ab.pdf\"; filename*=UTF-8''a%22b%27%EF%BF%BD.pdf",
  );
});

test("a file name is no path, and its ASCII form has no gap where other letters were", () => {
  expect(contentDisposition("attachment", "A/B Partners.xlsx")).toBe('attachment; filename="A-B Partners.xlsx"');
  expect(contentDisposition("attachment", "日本商事-sample.pdf")).toContain('filename="sample.pdf"');
  expect(contentDisposition("attachment", "Müller & Söhne.pdf")).toContain('filename="Muller Sohne.pdf"');
});

test("files that the firm offers begin with its name, in its own letters", () => {
  const named = (name: string) => {
    readFirmFrom(() => ({ name, logo: null, picture: null, accent: null }));
    return firmFile("call.ics");
  };
  expect(named("Größe & Partner, LLC")).toBe("größe-partner-llc-call.ics");
  expect(named("株式会社 24")).toBe("株式会社-24-call.ics");
  expect(named("🚀")).toBe("call.ics");
  expect(named("GTMarc")).toBe("gtmarc-call.ics");
});
