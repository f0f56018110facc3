import type { Context } from "hono";
import type { AppEnv } from "./request-env.ts";

/**
 * A page for responses that come before or instead of React Router. It needs no other file, so it works whatever else is
 * unavailable. `title` and `message` are put in as they are. Pages that can be tried again link to themselves, others to the home page.
 */
export function sendPlainPage(c: Context<AppEnv>, status: 400 | 405 | 500 | 503, title: string, message: string) {
  const nonce = c.get("nonce");
  const link = status >= 500 ? { href: "", label: "Try again" } : { href: "/", label: "Go to the home page" };
  c.header(
    "content-security-policy",
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
  );
  return c.html(plainPage(title, message, link, nonce), status);
}

const plainPage = (
  title: string,
  message: string,
  link: { href: string; label: string },
  nonce: string,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} | GTMarc</title>
<style nonce="${nonce}">
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; font: 18px/1.5 system-ui, sans-serif }
main { max-width: 32em }
h1 { font-size: 2em; line-height: 1.2; margin: 0 }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="${link.href}">${link.label}</a></p>
</main>
</body>
</html>
`;
