import punycode from "punycode.js";

/*
 * Stored addresses have an ASCII domain (canonical-address.ts); people read the internationalized one. A label is shown in Unicode only if
 * it cannot pass for another: letters of one script, or the scripts that Japanese and Korean mix, no Latin letter that looks like another
 * one, and not only Cyrillic, Greek or Armenian letters that look like Latin ones. Browsers have such rules for the address bar.
 */

/** Letters of European and Vietnamese alphabets, without those that look like another one: ı, ĸ, ſ and phonetic signs. */
const latin = /^[a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưșțạ-ỹ\d-]+$/u;

const scripts = [
  latin,
  /^[\p{Script=Cyrillic}\d-]+$/u,
  /^[\p{Script=Greek}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}\d-]+$/u,
  ...["Arabic", "Armenian", "Bengali", "Devanagari", "Georgian", "Hebrew", "Sinhala", "Tamil", "Telugu", "Thai"].map(
    (script) => new RegExp(`^[\\p{Script=${script}}\\p{M}\\d-]+$`, "u"),
  ),
];
/** Letters of other scripts (Cyrillic, Greek, Armenian) with the shape of Latin ones, and digits and hyphens. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуъьпгѵνοικρτυχհոսցօզլքաե\d-]+$/u;

const readableLabel = (label: string): string => {
  if (!label.startsWith("xn--")) return label;
  const text = punycode.toUnicode(label);
  return scripts.some((script) => script.test(text)) && !lookalikes.test(text) ? text : label;
};

/** `readableDomain("xn--bcher-kva.example") === "bücher.example"` */
export const readableDomain = (domain: string): string => {
  try {
    return domain.split(".").map(readableLabel).join(".");
  } catch {
    // Not valid punycode.
    return domain;
  }
};

/** An address as people read it; other text is unchanged. */
export const readableAddress = (address: string): string => {
  const at = address.lastIndexOf("@");
  return at === -1 ? address : address.slice(0, at + 1) + readableDomain(address.slice(at + 1));
};
