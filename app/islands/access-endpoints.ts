import {
  type AccessCodeEntry,
  type AccessRequest,
  codeMessages,
  requestMessages,
} from "#app/features/access/access.ts";
import type { FormAnswer } from "#app/features/access/ui/form-answer.ts";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import { sessionId } from "#app/lib/browsers/session-id.ts";
import { consumerDomains, isInDomains } from "#app/lib/people/consumer-domains.ts";
import type { accessEndpoints } from "#app/routes/api/account/access.server.ts";
import { type Answer, client } from "#app/shell/api-client.ts";

const call = client<typeof accessEndpoints>();

/** The firm's setting, if it is not the default. The endpoint does not tell: it answers every request alike. */
const consumerDomainsOfPage = (): readonly string[] =>
  document.documentElement.dataset["consumerDomains"]?.split(",") ?? [...consumerDomains];

export async function sendRequest(json: AccessRequest): Promise<FormAnswer> {
  const answer = await call("POST /functions/request-access-code", { ...json, session_id: sessionId() });
  if (!answer.ok) return formAnswerOf(answer, requestMessages.failed);
  return {
    ok: true,
    needsPerson: isInDomains(json.email, consumerDomainsOfPage()),
    isSynced: answer.value.profile !== "not_synced",
  };
}

/** The endpoint returns 200 for an invalid code; the form shows a refusal. */
export async function sendCode(json: AccessCodeEntry): Promise<FormAnswer> {
  const answer = await call("POST /functions/validate-access-code", { ...json, session_id: sessionId() });
  const isValid = answer.ok && answer.value.valid;
  if (!isValid) trackFunnel("access", "code_refused");
  if (answer.ok && !isValid) return { ok: false, message: answer.value.message };
  return formAnswerOf(answer, codeMessages.failed);
}

/** Refusals and a lost connection show their message, unexpected errors the form's message. */
function formAnswerOf(answer: Answer<unknown>, unexpected: string): FormAnswer {
  if (answer.ok) return { ok: true };
  const { message, fields } = answer.error;
  const refused = answer.status < 500;
  return { ok: false, message: refused ? message : unexpected, ...(fields ? { fields } : {}) };
}
