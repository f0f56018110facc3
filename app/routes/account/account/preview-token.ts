import type { TokenAnswer } from "#app/features/security/ui/preview-box.tsx";
import { previewMark } from "#app/lib/forms/preview-message.ts";
import type { securityEndpoints } from "#app/routes/api/public/security.server.ts";
import { client } from "#app/shell/api-client.ts";

const call = client<typeof securityEndpoints>();

/** Redeems a preview token. A valid one is also remembered in the tab, which alone grants no access. */
export async function showToken(token: string): Promise<TokenAnswer> {
  const answer = await call("POST /functions/validate-preview-token", { token });
  if (!answer.ok) {
    if (answer.status === 0) return { kind: "lost" };
    return { kind: "refused", message: answer.status === 429 ? answer.error.message : null };
  }
  try {
    if (answer.value.valid) sessionStorage.setItem(previewMark, "true");
  } catch {
    // Without storage the cookie still works.
  }
  return { kind: "answered", valid: answer.value.valid };
}
