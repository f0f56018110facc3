const origin = "http://origin.invalid";

/** Normalizes a path of this site: one slash between parts, no dot segments, no encoded letters or digits. */
export function normalPath(path: string): string {
  const decoded = path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
  // Resolves dot segments, including encoded ones.
  return new URL(origin + decoded.replace(/\/{2,}/g, "/")).pathname;
}
