/**
 * Returns a file name of letters, digits and dashes, safe in a header.
 *
 * @example pdfFileName("Automation-analysis", "Müller & Söhne", "rev-1") //
 * "Automation-analysis-Muller-Sohne-rev-1.pdf"
 */
export function pdfFileName(what: string, companyName: string, which: string): string {
  const name = companyName
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/[\s_-]+/g, "-")
    .slice(0, 60);
  return `${[what, name, which].filter(Boolean).join("-")}.pdf`;
}
