import { isOddWebsite, requestAccess } from "#app/features/access/access.server.ts";
import { AccessCodeEntry, AccessRequest, codeMessages, denialMessages } from "#app/features/access/access.ts";
import { redeemCode } from "#app/features/access/codes/codes.server.ts";
import { recordHit } from "#app/features/security/security-log/traps.server.ts";
import { isConsumerAddress } from "#app/lib/consumer-domains.ts";
import { never } from "#app/lib/result.ts";
import { fieldErrors } from "#app/lib/validation-messages.ts";
import { formOf, hiddenField, newEndpoints, showAgain, showTooMany } from "./endpoint.server.ts";
import { countPublicForm, identifyByForm, syncProfile } from "./public-form.server.ts";

/** The forms of `/request-access` and `/verify-access` for browsers without scripts, with the rules of access.server.ts. */
export const accessForms = newEndpoints();
accessForms.post("/request-access", async (c, next) => {
  const ctx = c.get("ctx");
  const form = await formOf(c);
  const limit = await countPublicForm(c);
  if (!limit.allowed) return showTooMany(c, next, form, limit.retryAfterSeconds);
  const request = AccessRequest.safeParse(form);
  if (!request.success) return showAgain(c, next, form, { status: 422, fields: fieldErrors(request.error.issues) });
  let isSynced = true;
  if (request.data.email_confirm) await recordHit(ctx, hiddenField(c));
  else {
    const requested = await requestAccess(ctx, request.data);
    isSynced = !(requested.ok && requested.value.stored) || (await syncProfile(c, request.data));
    await identifyByForm(c, { email: request.data.email });
  }
  const said = isConsumerAddress(request.data.email) ? "review" : "sent";
  const website = isOddWebsite(request.data) ? "&website=typed" : "";
  return c.redirect(`/request-access?said=${said}${website}${isSynced ? "" : "&profile=failed"}`, 303);
});

accessForms.post("/verify-access", async (c, next) => {
  const form = await formOf(c);
  const refuse = (status: 401 | 403 | 422, message: string) => showAgain(c, next, form, { status, message });
  const entry = AccessCodeEntry.safeParse(form);
  if (!entry.success) return refuse(422, entry.error.issues[0]?.message ?? codeMessages.failed);
  const result = await redeemCode(c.get("ctx"), { code: entry.data.code, address: c.get("address") });
  if (result.ok) return c.redirect("/blueprint/wizard", 303);
  switch (result.reason.kind) {
    case "sign_in_first":
      return refuse(401, codeMessages.signInFirst);
    case "too_many":
      return showTooMany(c, next, form, result.reason.retryAfterSeconds, codeMessages.tooManyAttempts);
    case "other_email":
      return refuse(403, codeMessages.otherEmail);
    case "blocked":
      return refuse(403, denialMessages.blocked);
    case "unknown_code":
      return refuse(422, codeMessages.unknown);
    case "expired":
      return refuse(422, codeMessages.expired);
    case "already_used":
      return refuse(422, codeMessages.alreadyUsed);
    default:
      return never(result.reason);
  }
});
