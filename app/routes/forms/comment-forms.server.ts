import { html } from "hono/html";
import {
  commentOnSection,
  deleteComment,
  deleteReply,
  markThread,
  markThreadByAdmin,
  replyToSection,
} from "#app/features/full-blueprint/comments/comments.server.ts";
import {
  commentRefusals,
  NewComment,
  ThreadState,
  threadAnchor,
} from "#app/features/full-blueprint/comments/comments.ts";
import { canChange } from "#app/lib/actor.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { plainDocument, plainPolicy } from "#app/shell/pages/plain-document.ts";
import { type EndpointContext, newEndpoints, signedIn } from "../api/endpoint.server.ts";
import { formOf } from "./form.server.ts";

/*
 * Comment forms of a full blueprint for browsers without scripts. They post to their own page and redirect to
 * the thread. A refusal is a page with the message and the text in a form, so no input is lost.
 */

type Outcome = Result<unknown, Refusal<"not_admin" | "not_found" | "stale" | "too_late" | "too_many">>;
type Side = {
  write: (of: { blueprintId: string } & NewComment) => Promise<Outcome>;
  mark: (of: { blueprintId: string; sectionId: string } & ThreadState) => Promise<Outcome>;
  remove: (of: { blueprintId: string; commentId: string }) => Promise<Outcome>;
};

const clientSide = (ctx: SignedInCtx): Side => ({
  write: (of) => commentOnSection(ctx, of),
  mark: (of) => markThread(ctx, of),
  remove: (of) => deleteComment(ctx, of),
});
const adminSide = (ctx: Ctx): Side => ({
  write: (of) => replyToSection(ctx, of),
  mark: (of) => markThreadByAdmin(ctx, of),
  remove: (of) => deleteReply(ctx, of),
});

export const commentForms = newEndpoints();
commentForms.post("/blueprint/:id/full", async (c) => {
  const ctx = signedIn(c.get("ctx"));
  return runForm(c, c.req.param("id"), ctx && clientSide(ctx));
});
commentForms.post("/admin/blueprint/:id", async (c) => {
  const ctx = c.get("ctx");
  return runForm(c, c.req.param("id"), canChange(ctx.actor, "blueprints") ? adminSide(ctx) : undefined);
});

/** `side`: undefined without the required session. */
async function runForm(c: EndpointContext, blueprintId: string, side: Side | undefined) {
  const form = await formOf(c);
  const field = (name: string) => (typeof form[name] === "string" ? form[name] : "");
  const [sectionId, text, intent] = [field("sectionId"), field("text"), field("intent")];
  const nonce = c.get("nonce") ?? "";
  const refuse = (status: 400 | 401 | 404 | 409 | 422 | 429, sentence: string) =>
    c.html(
      refusedPage(nonce, { sentence, page: c.req.path, ...(intent === "comment" && { sectionId, text }) }),
      status,
      {
        "cache-control": "private, no-store",
        "content-security-policy": plainPolicy(nonce, "'self'"),
        "x-robots-tag": "noindex",
      },
    );
  if (!side) return refuse(401, "Your session has ended. Sign in in another tab, then send this again.");
  const outcome = await run();
  if (outcome === null) return refuse(400, "This page does not know that action.");
  if (typeof outcome === "string") return refuse(422, outcome);
  if (outcome.ok) return c.redirect(`${c.req.path}#${threadAnchor(sectionId)}`, 303);
  switch (outcome.reason.kind) {
    case "too_many":
      return refuse(429, commentRefusals.too_many);
    case "stale":
    case "too_late":
      return refuse(409, commentRefusals[outcome.reason.kind]);
    default:
      return refuse(404, "There is nothing to comment on at this address, or it is not yours.");
  }

  /** Returns the command's result, a field error, or null for an unknown intent. */
  async function run(): Promise<Outcome | string | null> {
    if (!side) return null;
    switch (intent) {
      case "comment": {
        const comment = NewComment.safeParse({ sectionId, text });
        return comment.success ? side.write({ blueprintId, ...comment.data }) : sentenceOf(comment.error);
      }
      case "mark": {
        const state = ThreadState.safeParse({ open: field("open") === "yes", seen: field("seen") });
        return state.success ? side.mark({ blueprintId, sectionId, ...state.data }) : commentRefusals.stale;
      }
      case "delete-comment":
        return side.remove({ blueprintId, commentId: field("comment") });
      default:
        return null;
    }
  }
}

const sentenceOf = ({ issues }: { issues: readonly { message: string }[] }) => issues[0]?.message ?? "";

function refusedPage(
  nonce: string,
  { sentence, page, sectionId, text }: { sentence: string; page: string; sectionId?: string; text?: string },
): string {
  const title = text === undefined ? "Nothing was changed" : "Your comment was not sent";
  const form =
    text !== undefined &&
    html`<form method="post" action="${page}">
<input type="hidden" name="intent" value="comment">
<input type="hidden" name="sectionId" value="${sectionId ?? ""}">
<label for="text">Your comment</label>
<textarea id="text" name="text" rows="10">
${text}</textarea>
<button type="submit">Send again</button>
</form>`;
  const body = html`<h1>${title}</h1>
<p role="alert">${sentence}</p>
${form}
<p><a href="${page}">Back to the full blueprint</a></p>`;
  return plainDocument({ title, body: String(body), nonce });
}
