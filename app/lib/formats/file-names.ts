import { firmName } from "#app/lib/firm.ts";
import { normalized } from "#app/lib/words/normalized.ts";

/**
 * Returns a file name of letters, digits and dashes, in the script of the company's name.
 *
 * @example pdfFileName("Automation-analysis", "Müller & Söhne", "rev-1") //
 * "Automation-analysis-Müller-Söhne-rev-1.pdf"
 */
export const pdfFileName = (what: string, companyName: string, which: string): string =>
  fileName([what, nameInFile(companyName), which], "pdf");

/** The parts that are not empty, with dashes between them: `fileName(["", "Re-Hello", "2026-03-02"], "eml")`. */
export const fileName = (parts: readonly string[], ending: string): string =>
  `${parts.filter(Boolean).join("-")}.${ending}`;

/** The name of a file that the firm offers: `firmFile("call.ics") === "gtmarc-call.ics"`. */
export const firmFile = (name: string): string =>
  [nameInFile(firmName()).toLowerCase(), name].filter(Boolean).join("-");

/** Any text as a part of a file name: letters, digits and dashes, at most 60 characters. */
export const nameInFile = (text: string): string =>
  firstOf(
    normalized(text)
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/[\s_-]+/g, "-"),
    60,
  );

/**
 * A Content-Disposition header for any file name: `filename*` (RFC 6266), with an ASCII name for old clients if the name has other
 * characters.
 */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const fileName = name.replace(/[/\\]/g, "-");
  const plain = normalized(
    fileName.replace(/[^\0-\x7f]/g, (letter) => withoutStroke[letter] ?? letter),
    "NFKD",
  )
    .replace(/[^\w .()-]/g, "")
    .replace(/([ -])\1+/g, "$1")
    .replace(/^[ -]+/, "");
  if (plain === fileName) return `${kind}; filename="${fileName}"`;
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Letters that Unicode does not decompose. */
export const withoutStroke: Readonly<Record<string, string>> = {
  ...{ ł: "l", Ł: "L", ø: "o", Ø: "O", đ: "d", Đ: "D", ß: "ss", ı: "i" },
  ...{ æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", þ: "th", Þ: "Th", ð: "d" },
};

/** At most `count` characters as readers see them. */
function firstOf(text: string, count: number): string {
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
  return Array.from(segments, ({ segment }) => segment)
    .slice(0, count)
    .join("")
    .replace(/-$/, "");
}
