import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The next response of the endpoint: text, a status, no response, or a given body. */
export type ModelAnswer = { text: string } | { status: number } | { silent: true } | { body: string };

export type LanguageModel = {
  /** For AI_BASE_URL. */
  url: string;
  /** Every request body, oldest first. */
  asked: { authorization: string | undefined; model: string; messages: { role: string; content: string }[] }[];
  answers: ModelAnswer[];
  close: () => Promise<void>;
};

/** An OpenAI-compatible endpoint on a free loopback port. */
export async function startLanguageModel(...answers: ModelAnswer[]): Promise<LanguageModel> {
  const asked: LanguageModel["asked"] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (piece: Buffer) => {
      text += piece.toString();
    });
    request.on("end", () => {
      if (request.url !== "/v1/chat/completions" || request.method !== "POST") {
        response.writeHead(404).end();
        return;
      }
      asked.push({
        authorization: request.headers.authorization,
        ...(JSON.parse(text) as { model: string; messages: [] }),
      });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if ("silent" in answer) return;
      if ("status" in answer) response.writeHead(answer.status).end("{}");
      else if ("body" in answer) response.end(answer.body);
      else response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: answer.text } }] }));
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
