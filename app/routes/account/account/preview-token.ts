import { previewMark } from "#app/features/security/preview.ts";
import type { TokenAnswer } from "#app/features/security/ui/preview-box.tsx";
import { api, ask } from "#app/shell/api-client.ts";

/** Shows a preview token to the server; a valid one is remembered for the tab as well, which opens nothing by itself. */
export async function showToken(token: string): Promise<TokenAnswer> {
  const answer = await ask(api.api.functions["validate-preview-token"].$post({ json: { token } }));
  if (!answer.ok) {
    if (answer.status === 0) return { kind: "lost" };
    return { kind: "refused", message: answer.status === 429 ? answer.error.message : null };
  }
  try {
    if (answer.value.valid) sessionStorage.setItem(previewMark, "true");
  } catch {
    // A browser that keeps nothing still has the cookie.
  }
  return { kind: "answered", valid: answer.value.valid };
}
