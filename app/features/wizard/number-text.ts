const factors: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** Parses a number as people type it (`1,600`, `1 600`, ` $ 83.50 `, `1.6k`, `2M`); null if empty, NaN if invalid. */
export function parseNumber(text: string): number | null {
  const typed = text.replace(/[$\s'’_]/g, "");
  if (typed === "") return null;
  const [, digits = typed, suffix = ""] = /^(.*\d)([km])$/i.exec(typed) ?? [];
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits)
    ? digits.replaceAll(",", "")
    : digits.replace(/^(-?\d+),(\d{1,2})$/, "$1.$2");
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return Number.NaN;
  // 1.1 × 1,000,000 is 1100000.0000000002 in binary.
  return Number((Number(plain) * (factors[suffix.toLowerCase()] ?? 1)).toPrecision(12));
}

export const numberText = (value: number | null | undefined): string => (value == null ? "" : String(value));
