import { contentDisposition } from "#app/lib/formats/file-names.ts";

/** A PDF response that opens in the browser; never cached, because it belongs to one account. */
export const pdfResponse = ({ bytes, fileName }: { bytes: Uint8Array; fileName: string }): Response =>
  new Response(bytes as BodyInit, {
    headers: {
      "content-type": "application/pdf",
      // Without resource directives, because the browser's viewer embeds the file under this policy.
      "content-security-policy": "frame-ancestors 'none'",
      "content-length": String(bytes.length),
      "content-disposition": contentDisposition("inline", fileName),
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  });
