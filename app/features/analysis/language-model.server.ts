import { z } from "zod";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";

/** The endpoint failed or returned an unusable response; a retry may succeed. */
export type ModelFailure = Refusal<"unreachable" | "refused" | "unreadable">;

const maxBytes = 64 * 1024;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: text({ max: 100_000, shape: "lines" }) }) })).min(1),
});

/** The model named by `AI_BASE_URL` and `AI_MODEL`, or null if none is set. */
export const languageModel = (): string | null => (env().AI_BASE_URL && env().AI_MODEL ? env().AI_MODEL! : null);

/**
 * Requests one text from an OpenAI-compatible endpoint (`POST AI_BASE_URL/chat/completions`). Follows no redirect,
 * reads at most 64 KiB, waits at most `timeoutMs`. Throws if no model is set.
 */
export async function askLanguageModel(
  messages: readonly { role: "system" | "user"; content: string }[],
  { maxTokens = 900, timeoutMs = 30_000 }: { maxTokens?: number; timeoutMs?: number } = {},
): Promise<Result<string, ModelFailure>> {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = env();
  if (!AI_BASE_URL || !AI_MODEL) throw new Error("No language model is set.");
  const request = {
    method: "POST",
    redirect: "error" as const,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { "content-type": "application/json", ...(AI_API_KEY && { authorization: `Bearer ${AI_API_KEY}` }) },
    body: JSON.stringify({ model: AI_MODEL, messages, temperature: 0.3, max_tokens: maxTokens, stream: false }),
  };
  try {
    const response = await fetch(`${AI_BASE_URL.replace(/\/+$/, "")}/chat/completions`, request);
    if (!response.ok) {
      await response.body?.cancel();
      return refuse(response.status === 429 || response.status >= 500 ? "unreachable" : "refused");
    }
    const completion = Completion.safeParse(JSON.parse(await limitedText(response)));
    return completion.success ? ok(completion.data.choices[0]!.message.content) : refuse("unreadable");
  } catch (error) {
    return refuse(error instanceof SyntaxError || error instanceof TooLong ? "unreadable" : "unreachable");
  }
}

class TooLong extends Error {}

async function limitedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new TooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
