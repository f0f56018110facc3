/** A number as people type it (`1,600`, ` $ 83.50 `) → the number; null when nothing is typed, NaN when it is no number. */
export function parseNumber(text: string): number | null {
  const typed = text.replace(/[$\s]/g, "");
  if (typed === "") return null;
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)
    ? typed.replaceAll(",", "")
    : typed.replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The number as its field shows it; nothing for a missing one. */
export const numberText = (value: number | null | undefined): string => (value == null ? "" : String(value));
