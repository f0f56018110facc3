/** Refusal code of endpoints that need a second-factor code of the last ten minutes (decision 0106). */
export const freshCodeRequired = "fresh_code_required";

/** Shows the prompt for a code; true once one was verified, false when the person closed it. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;

/** The page that is open registers its prompt; returns the function that removes it. */
export function registerFreshCodePrompt(shown: Prompt): () => void {
  prompt = shown;
  return () => {
    if (prompt === shown) prompt = null;
  };
}

type Refusable = { ok: true } | { ok: false; error: { code: string } };

/**
 * Sends a request that may need a fresh code. When the server asks for one, the page prompts for it and the request is sent
 * again, so nothing that was typed is lost. `await withFreshCode(() => ask(endpoints.refund.$post({ param })))`
 */
export async function withFreshCode<Answer extends Refusable>(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  if (answer.ok || answer.error.code !== freshCodeRequired || !prompt) return answer;
  return (await prompt()) ? send() : answer;
}
