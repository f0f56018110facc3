import { type AccessCodeEntry, type AccessRequest, codeWords, requestWords } from "#app/features/access/access.ts";
import type { FormAnswer } from "#app/features/access/ui/form-answer.ts";
import { trackFunnel } from "#app/features/analytics/funnel-client.ts";
import { isConsumerAddress } from "#app/lib/consumer-domains.ts";
import { sessionId } from "#app/lib/session-id.ts";
import { type Answer, api, ask } from "#app/shell/api-client.ts";

/** What the forms of access send, and what they are told: the same from the dialogs and from the page. */
export async function sendRequest(json: AccessRequest): Promise<FormAnswer> {
  const answer = await ask(
    api.api.functions["request-access-code"].$post({ json: { ...json, session_id: sessionId() } }),
  );
  if (!answer.ok) return toldBy(answer, requestWords.failed);
  trackFunnel("access", "requested");
  return { ok: true, needsPerson: isConsumerAddress(json.email) };
}

/** A code that is not valid is answered 200 by the call and is a refusal for the form. */
export async function sendCode(json: AccessCodeEntry): Promise<FormAnswer> {
  const answer = await ask(api.api.functions["validate-access-code"].$post({ json }));
  const isValid = answer.ok && answer.value.valid;
  trackFunnel("access", isValid ? "code_accepted" : "code_refused");
  if (answer.ok && !isValid) return { ok: false, message: answer.value.message };
  return toldBy(answer, codeWords.failed);
}

/** Refusals are told in the server's words, anything unforeseen in the form's own. */
function toldBy(answer: Answer<unknown>, unforeseen: string): FormAnswer {
  if (answer.ok) return { ok: true };
  const { message, fields } = answer.error;
  const refused = answer.status >= 400 && answer.status < 500;
  return { ok: false, message: refused ? message : unforeseen, ...(fields ? { fields } : {}) };
}
