import type { Context } from "hono";
import { html } from "hono/html";
import { plainDocument, plainPolicy } from "#app/shell/pages/plain-document.ts";

type PlainStatus = 400 | 401 | 403 | 405 | 413 | 429 | 500 | 503;

/**
 * Sends a page without React Router, for early refusals and outages; it needs no other file. `title` and `message` are not
 * escaped. With the fields of a refused form (`typed`) it offers to send them again; other pages link to themselves after
 * server errors, else to the home page.
 */
export function sendPlainPage(
  c: Context,
  status: PlainStatus,
  title: string,
  message: string,
  typed: readonly (readonly [name: string, value: string])[] = [],
) {
  const nonce: string = c.get("nonce") ?? "";
  const body = `<h1>${title}</h1>
<p>${message}</p>
${typed.length > 0 ? sendAgain(typed) : nextLink(status)}`;
  c.header("content-security-policy", plainPolicy(nonce, typed.length > 0 ? "'self'" : "'none'"));
  c.header("cache-control", "private, no-store");
  return c.html(plainDocument({ title, body, nonce }), status);
}

function nextLink(status: PlainStatus): string {
  const link = status >= 500 ? { href: "", label: "Try again" } : { href: "/", label: "Go to the home page" };
  return `<p><a href="${link.href}">${link.label}</a></p>`;
}

const sendAgain = (typed: readonly (readonly [string, string])[]): string =>
  String(html`<p>Your entries are kept on this page.</p>
<form method="post">
${typed.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">Send again</button>
</form>`);
