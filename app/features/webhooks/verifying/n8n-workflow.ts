import type { N8nNode, N8nWorkflow } from "#app/features/kit/files/n8n-workflow.ts";
import { firmName } from "#app/lib/firm.ts";
import { verifiers } from "./verifiers.ts";

/** The workflow's id and its webhook path in n8n. */
export const analysisWebhook = "gtmarc-analysis-created";

const trigger = "Analysis created";
const verify = "Check signature";
const settings = "Settings";

/**
 * Builds an n8n workflow that receives `analysis.created`, checks its signature and posts a message to a chat channel.
 * The user enters the endpoint's secret and the channel's URL. Ignores other events; responds 401 to a wrong signature.
 */
export function analysisWorkflow({ secret, chatUrl }: { secret: string; chatUrl: string }): N8nWorkflow {
  const code = verifiers.find(({ key }) => key === "n8n")!.code(secret);
  const event = `$('${verify}').first().json`;
  const data = `${event}.data`;
  const value = `(${data}.annualValueCents === null ? '' : ', $' + Math.round(${data}.annualValueCents / 100).toLocaleString('en-US') + ' a year')`;
  const nodes = [
    node(trigger, "webhook", 2, [0, 0], {
      ...{ httpMethod: "POST", path: analysisWebhook, responseMode: "responseNode", options: { rawBody: true } },
    }),
    { ...node(verify, "code", 2, [1, 0], { jsCode: code }), onError: "continueErrorOutput" },
    node(settings, "set", 3.4, [2, 0], {
      assignments: { assignments: [{ id: "chat_url", name: "chat_url", value: chatUrl, type: "string" }] },
      options: {},
    }),
    node("Is it an analysis?", "if", 2.2, [3, 0], {
      conditions: {
        options: { caseSensitive: true, leftValue: "", typeValidation: "loose", version: 2 },
        conditions: [
          {
            ...{ id: "condition-1", leftValue: `={{ ${event}.type }}`, rightValue: "analysis.created" },
            operator: { type: "string", operation: "equals" },
          },
        ],
        combinator: "and",
      },
      options: {},
    }),
    {
      ...node("Post message", "httpRequest", 4.2, [4, 0], {
        ...{ method: "POST", url: `={{ $('${settings}').first().json.chat_url }}` },
        ...{ sendBody: true, specifyBody: "json", options: { timeout: 10_000 } },
        jsonBody: `={{ JSON.stringify({ text: 'New analysis: ' + ${data}.companyName + ' (' + ${data}.email + ')' + ${value} }) }}`,
      }),
      retryOnFail: true,
    },
    respond("Done", [5, 0], 200, "{ posted: true }"),
    respond("Ignore", [4, 1], 200, `{ ignored: ${event}.type }`),
    respond("Refuse", [2, 1], 401, "{ refused: 'wrong signature' }"),
  ];
  return {
    ...{ id: analysisWebhook, name: `${firmName()}: post new analyses to a channel`, active: false, nodes },
    connections: {
      [trigger]: to([verify]),
      [verify]: to([settings], ["Refuse"]),
      [settings]: to(["Is it an analysis?"]),
      "Is it an analysis?": to(["Post message"], ["Ignore"]),
      "Post message": to(["Done"]),
    },
    settings: { executionOrder: "v1" },
  };
}

const node = (
  name: string,
  type: string,
  typeVersion: number,
  [column, row]: [number, number],
  parameters: Record<string, unknown>,
): N8nNode => ({
  ...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [column * 220, row * 160], parameters },
  ...(type === "webhook" && { webhookId: analysisWebhook }),
});

const respond = (name: string, place: [number, number], status: number, object: string) =>
  node(name, "respondToWebhook", 1.1, place, {
    ...{ respondWith: "json", responseBody: `={{ JSON.stringify(${object}) }}`, options: { responseCode: status } },
  });

const to = (...outputs: string[][]) => ({
  main: outputs.map((names) => names.map((name) => ({ node: name, type: "main" as const, index: 0 as const }))),
});
