/** Refusal code of endpoints that need a second-factor code of the last ten minutes (decision 0031). */
export const freshCodeRequired = "fresh_code_required";

/** Shows the code prompt. Resolves to true after verification, to false if the user closed it. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;

/** Registers the prompt of the open page; returns a function that removes it. */
export function registerFreshCodePrompt(shown: Prompt): () => void {
  prompt = shown;
  return () => {
    if (prompt === shown) prompt = null;
  };
}

type Refusable = { ok: true } | { ok: false; error: { code: string } };

/**
 * Sends a request that may need a fresh code. If the server requires one, prompts for it and repeats the request, so no input
 * is lost. `await withFreshCode(() => call("POST /admin/payments/{id}/refund", { id }))`
 */
export async function withFreshCode<Answer extends Refusable>(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.ok || answer.error.code !== freshCodeRequired || !prompt) return answer;
  return (await prompt()) ? send() : answer;
}
