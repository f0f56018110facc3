import type { z } from "zod";
import { ChangeEmail, ChangePasswordForm } from "#app/features/accounts/accounts.ts";
import { ProfileForm } from "#app/features/accounts/profile/profile-fields.ts";
import { ProfileBase } from "#app/features/accounts/profile/profile-merge.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import type { RefusedForm } from "#app/lib/forms/refused-form.ts";
import { fieldErrors } from "#app/lib/forms/validation-messages.ts";
import {
  type AccountEndpoints,
  accountCalls,
  isPlainIntent,
  plainIntents,
  refusalOf,
} from "#app/routes/account/account/account-action.ts";
import { client } from "#app/shell/api-client.ts";
import { accountsEndpoints } from "../api/account/accounts.server.ts";
import { companyEndpoints } from "../api/account/company.server.ts";
import { authEndpoints } from "../api/auth/auth.server.ts";
import { newEndpoints } from "../api/endpoint.server.ts";
import { mounted } from "../api/endpoints.server.ts";
import { callEndpoint, formOf, type Sent, showAgain, showTooMany } from "./form.server.ts";
import { sendPlainPage } from "./plain-page.server.ts";

/*
 * `POST /account`: the forms of the account page for browsers without scripts. An intent calls the endpoint that the page's
 * script would call. A refused form is shown again with its values, never with a password; after the end of a session, a page
 * keeps them to be sent again. Dialogs (passkeys, providers, the
 * second factor, names, deletion, leaving a company) need scripts; their sections say so.
 */

const endpoints = mounted(accountsEndpoints, authEndpoints, companyEndpoints);

/** What the page's script checks before it sends. */
const schemas: Partial<Record<keyof typeof plainIntents, z.ZodType>> = {
  profile: ProfileForm,
  email: ChangeEmail,
  password: ChangePasswordForm,
};

export const accountForms = newEndpoints();
accountForms.post("/account", async (c, next) => {
  const form = await formOf(c);
  const { intent } = form;
  // Responds 405 like other pages.
  if (typeof intent !== "string" || !isPlainIntent(intent)) return next();
  const ctx = c.get("ctx");
  const fields = Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !/password/i.test(name)));
  if (ctx.actor.kind !== "user") {
    const signIn = '<a href="/auth" target="_blank">Sign in</a> in another tab, then send this again.';
    return sendPlainPage(c, 401, "Your session has ended", signIn, Object.entries(kept));
  }
  const limit = await countUse(ctx, "call", limitKey(c.get("address")));
  if (!limit.allowed) return showTooMany(c, next, kept, limit.retryAfterSeconds);
  const checked = schemas[intent]?.safeParse(fields);
  if (checked && !checked.success) {
    const { issues } = checked.error;
    return showAgain(c, next, kept, { status: 422, message: issues[0]?.message ?? null, fields: fieldErrors(issues) });
  }
  const sent: Sent = [];
  let retryAfterSeconds: number | undefined;
  let failure: unknown;
  const call = client<AccountEndpoints>(async (path, init) => {
    try {
      const response = await callEndpoint(c, endpoints, path.replace(/^\/api/, ""), init, sent);
      retryAfterSeconds = Number(response.headers.get("retry-after")) || undefined;
      return response;
    } catch (error) {
      failure = error;
      throw error;
    }
  });
  if (!ProfileBase.safeParse(jsonIn(fields["base"] ?? "")).success) delete fields["base"];
  const answer = await accountCalls(call)[intent](fields);
  // The client takes what its request throws for a lost connection.
  if (failure) throw failure;
  if (!answer.ok) {
    const status = answer.status as RefusedForm["status"];
    return showAgain(c, next, kept, { status, ...refusalOf(intent, answer), retryAfterSeconds });
  }
  for (const [name, value] of sent) c.header(name, value, { append: true });
  return c.redirect(`/account?tab=${plainIntents[intent].tab}&said=${intent}`, 303);
});
