/** Marks that follow a letter; the last two become marks in the compatibility forms. */
const excess = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * `text.normalize(form)` for text from outside, in linear time. Normalizing sorts the marks on a letter, which takes quadratic
 * time: three seconds for 32,000. Only the first 30 marks in a row are kept; no language needs more (UAX #15, Stream-Safe Text Format).
 */
export const normalized = (text: string, form: "NFC" | "NFKC" | "NFKD" = "NFC"): string =>
  text.replace(excess, "$1").normalize(form);
