import { newsletterMessages } from "#app/features/newsletter/subscribers/subscription.ts";
import type { TrainingRegistration } from "#app/features/training/registration.ts";
import { collectGoal } from "#app/lib/browsers/collected-goals.ts";
import { sessionId } from "#app/lib/browsers/session-id.ts";
import type { SignupAnswer } from "#app/lib/forms/signup-answer.ts";
import type { signupsEndpoints } from "#app/routes/api/public/signups.server.ts";
import { type Answer, client, unexpected } from "#app/shell/api-client.ts";
import { campaign } from "./visit.ts";

const call = client<typeof signupsEndpoints>();

export async function sendNewsletterSignup(signup: {
  email: string;
  source: string;
  email_confirm: string;
}): Promise<SignupAnswer> {
  const metadata = {
    timestamp: new Date().toISOString(),
    userAgent: navigator.userAgent,
    page: location.pathname,
    sessionId: sessionId(),
    ...campaign(),
  };
  const answer = await call("POST /functions/newsletter-signup", { ...signup, metadata });
  if (answer.ok) {
    const { message } = answer.value;
    if (message !== newsletterMessages.already) collectGoal("newsletter.subscribed");
    return { ok: true, message };
  }
  return answer.error === unexpected ? { ok: false, message: newsletterMessages.failed } : refused(answer);
}

export async function sendTrainingRegistration(registration: TrainingRegistration): Promise<SignupAnswer> {
  const json = { ...registration, ...campaign(), page: location.pathname, sessionId: sessionId() };
  const answer = await call("POST /functions/submit-training-registration", json);
  if (!answer.ok) return refused(answer);
  collectGoal("training.registered");
  return { ok: true };
}

/** Uses the server's message if there is one; the form has its own for unreadable responses. */
function refused(answer: Extract<Answer<unknown>, { ok: false }>): SignupAnswer {
  const { message, fields } = answer.error;
  if (answer.error === unexpected) return { ok: false };
  return { ok: false, message, ...(fields ? { fields } : {}) };
}
