import type { Context } from "hono";
import { plainDocument, plainPolicy } from "#app/shell/plain-document.ts";
import type { AppEnv } from "./request-env.ts";

/**
 * A page for responses that come before or instead of React Router. It needs no other file, so it works whatever else is
 * unavailable. `title` and `message` are put in as they are. Pages that can be tried again link to themselves, others to the home page.
 */
export function sendPlainPage(c: Context<AppEnv>, status: 400 | 405 | 500 | 503, title: string, message: string) {
  const nonce = c.get("nonce");
  const link = status >= 500 ? { href: "", label: "Try again" } : { href: "/", label: "Go to the home page" };
  const body = `<h1>${title}</h1>
<p>${message}</p>
<p><a href="${link.href}">${link.label}</a></p>`;
  c.header("content-security-policy", plainPolicy(nonce, "'none'"));
  return c.html(plainDocument({ title, body, nonce }), status);
}
