import { isConsumerAddress, isOddWebsite, requestAccess } from "#app/features/access/access.server.ts";
import { AccessCodeEntry, AccessRequest, codeMessages, denialMessages } from "#app/features/access/access.ts";
import { redeemCode } from "#app/features/access/codes/codes.server.ts";
import { recordHit } from "#app/features/security/security-log/traps.server.ts";
import { identifyByForm, syncProfile } from "#app/routes/api/public/public-form.server.ts";
import { hiddenField } from "../api/endpoint.server.ts";
import { formOf, publicForm, showAgain, showTooMany } from "./form.server.ts";

/** The forms of `/request-access` and `/verify-access`, with the rules of access.server.ts. */
export const accessForms = publicForm("/request-access", AccessRequest, async (c, request) => {
  const ctx = c.get("ctx");
  let isSynced = true;
  if (request.email_confirm) await recordHit(ctx, hiddenField(c));
  else {
    const requested = await requestAccess(ctx, request);
    isSynced = !(requested.ok && requested.value.stored) || (await syncProfile(c, request));
    await identifyByForm(c, { email: request.email });
  }
  const said = isConsumerAddress(request.email) ? "review" : "sent";
  const website = isOddWebsite(request) ? "&website=typed" : "";
  return `/request-access?said=${said}${website}${isSynced ? "" : "&profile=failed"}`;
});

const codeRefusals = {
  sign_in_first: [401, codeMessages.signInFirst],
  other_email: [403, codeMessages.otherEmail],
  blocked: [403, denialMessages.blocked],
  unknown_code: [422, codeMessages.unknown],
  expired: [422, codeMessages.expired],
  already_used: [422, codeMessages.alreadyUsed],
} as const;

accessForms.post("/verify-access", async (c, next) => {
  const form = await formOf(c);
  const entry = AccessCodeEntry.safeParse(form);
  if (!entry.success)
    return showAgain(c, next, form, { status: 422, message: entry.error.issues[0]?.message ?? codeMessages.failed });
  const result = await redeemCode(c.get("ctx"), { code: entry.data.code, address: c.get("address") });
  if (result.ok) return c.redirect("/blueprint/wizard", 303);
  if (result.reason.kind === "too_many")
    return showTooMany(c, next, form, result.reason.retryAfterSeconds, codeMessages.tooManyAttempts);
  const [status, message] = codeRefusals[result.reason.kind];
  return showAgain(c, next, form, { status, message });
});
