import { createHash } from "node:crypto";

/** `width` and `height` are its natural size in px. */
export type Picture = {
  type: "image/png" | "image/webp" | "image/svg+xml";
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  /** Of its content, for its address. */
  hash: string;
  url: string;
};

const maxBytes = 30 * 1024;
const maxSide = 4000;

/** Reads a data: URL, or returns why it cannot be used. */
export function readPicture(url: string): Picture | string {
  const [, type = "", encoded = ""] = /^data:(image\/[a-z+]+);base64,([\w+/]+=*)$/.exec(url.trim()) ?? [];
  if (type !== "image/png" && type !== "image/webp" && type !== "image/svg+xml") return "needs a PNG, WebP or SVG file";
  const bytes = new Uint8Array(Buffer.from(encoded, "base64"));
  if (bytes.length > maxBytes)
    return `needs a file of at most ${maxBytes / 1024} kB, and this one has ${Math.ceil(bytes.length / 1024)}`;
  const size = type === "image/svg+xml" ? svgSize(bytes) : type === "image/png" ? pngSize(bytes) : webpSize(bytes);
  if (typeof size === "string") return size;
  const [width, height] = size;
  if (!(width >= 1 && height >= 1 && width <= maxSide && height <= maxSide))
    return `needs a picture of 1 to ${maxSide} px a side`;
  return {
    type,
    bytes,
    width,
    height,
    hash: createHash("sha256").update(bytes).digest("hex").slice(0, 12),
    url: url.trim(),
  };
}

type Size = [width: number, height: number] | string;

function pngSize(bytes: Uint8Array): Size {
  const file = Buffer.from(bytes);
  if (file.length < 33 || file.toString("latin1", 1, 4) !== "PNG" || file.toString("latin1", 12, 16) !== "IHDR")
    return "is not a complete PNG file";
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(bytes: Uint8Array): Size {
  const file = Buffer.from(bytes);
  if (file.length < 30 || file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP")
    return "is not a complete WebP file";
  const chunk = file.toString("latin1", 12, 16);
  if (chunk === "VP8X") return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
  if (chunk === "VP8L") {
    const bits = file.readUInt32LE(21);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
}

/** Nothing that runs, loads or links. A browser shows the file as an image and under a policy without scripts all the same. */
const refusedInSvg =
  /<!|<\?(?!xml\s)|<\/?\s*(?:[^\s<>/:]+:)?(?:script|foreignObject|iframe|image|a|animate\w*|set|handler|listener)\b|\son\w+\s*=|\b(?:href|src)\s*=(?!\s*["']?#)|@import|url\((?!\s*["']?#)|javascript:|&(?!(?:amp|lt|gt|quot|apos|#\d+);)/i;

function svgSize(bytes: Uint8Array): Size {
  const text = new TextDecoder("utf-8")
    .decode(bytes)
    // A comment that never ends stays, and is matched to the end, so that the search does not start again at each of its signs.
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, (comment, end: string) => (end ? "" : comment))
    .trim();
  const root = /^(?:<\?xml[^>]*\?>\s*)?<svg\b[^>]*>/.exec(text)?.[0];
  // Control characters switch the characters of some encodings, so that a browser reads other elements than this.
  if (!root || !text.endsWith("</svg>") || /[^\P{Cc}\t\r\n]/u.test(text)) return "is not a complete SVG file";
  const refused = refusedInSvg.exec(text)?.[0].trim();
  if (refused) return `contains ${refused.slice(0, 30)}, which logos may not have: save it as a plain SVG`;
  const [, , , width, height] =
    /\sviewBox\s*=\s*["']\s*([\d.-]+)[\s,]+([\d.-]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(root) ?? [];
  const side = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(root)?.[1];
  const found = [width ?? side("width"), height ?? side("height")].map(Number);
  return found.every((one) => one > 0) ? [found[0]!, found[1]!] : "needs a viewBox, or width and height in px";
}
