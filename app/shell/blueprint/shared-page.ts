import { data, type HeadersArgs } from "react-router";
import { titled } from "#app/lib/firm.ts";
import type { NotFound, Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";

/* Pages that anyone can read by link: never indexed, cached or sent as a referrer. */

/** `title`: undefined for an invalid link. */
export const shareMeta = (title: string | undefined) => [
  titled(`${title ?? "This link does not work"}`),
  { name: "robots", content: "noindex, nofollow" },
  // The URL is the key and must not leak as a referrer.
  { name: "referrer", content: "no-referrer" },
];

const privateHeaders = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** The page's data with its headers. Throws 410 for a link that has ended and 404 for an unknown one. */
export function sharedData<Shared>(opened: Result<Shared, NotFound | Refusal<"ended">>) {
  if (opened.ok) return data(opened.value, { headers: privateHeaders });
  switch (opened.reason.kind) {
    case "ended":
      throw data(null, { status: 410, headers: privateHeaders });
    case "not_found":
      throw data(null, { status: 404, headers: privateHeaders });
    default:
      return never(opened.reason);
  }
}

/** Also for error pages. */
export const shareHeaders = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;
