import { goCode, nodeCode, phpCode, pythonCode } from "./verifier-code.ts";

/** A placeholder in the verifiers until an admin shows the endpoint's secret. Signs nothing. */
export const placeholderSecret = `whsec_${"UGFzdGVZb3VyT3duU2VjcmV0SGVyZQ=="}`;

/** Clock difference that verifiers and our sender tolerate. */
export const toleranceSeconds = 300;

export type VerifierKey = "n8n" | "zapier" | "make" | "node" | "python" | "php" | "go";

type Verifier = { key: VerifierKey; label: string; note: string; code: (secret: string) => string };

/** Code that checks Standard Webhooks 1.0.0 signatures without a package. */
export const verifiers: readonly Verifier[] = [
  {
    key: "n8n",
    label: "n8n",
    note: "In the Webhook node, set the method to POST and turn on Raw Body. Paste this into a Code node after it. Your own n8n needs NODE_FUNCTION_ALLOW_BUILTIN=crypto in its environment.",
    code: n8nCode,
  },
  {
    key: "zapier",
    label: "Zapier",
    note: "Start the Zap with Webhooks by Zapier, Catch Raw Hook. Add a Code step (JavaScript) with the input fields body, id, timestamp and signature, and map them from the raw body and the three webhook headers. Then paste this.",
    code: zapierCode,
  },
  {
    key: "make",
    label: "Make",
    note: "In the custom webhook, turn on Get request headers and JSON pass-through. Add a filter after it: webhook-signature contains the formula below. Add a second condition on webhook-timestamp to reject requests that are older than five minutes. We have not run this formula in Make: send a test, then check that the filter passes it and stops it after you change one character of the key. If it does not, add a custom header to the endpoint and let the filter compare that header.",
    code: makeCode,
  },
  {
    key: "node",
    label: "Node",
    note: "Save it as receiver.mjs and run: node receiver.mjs. It listens on port 3001 and needs no package.",
    code: nodeCode,
  },
  {
    key: "python",
    label: "Python",
    note: "Save it as receiver.py and run: python3 receiver.py. It listens on port 3001 and needs no package.",
    code: pythonCode,
  },
  {
    key: "php",
    label: "PHP",
    note: "Save it as receiver.php on your web server. Its address is the address of the endpoint.",
    code: phpCode,
  },
  {
    key: "go",
    label: "Go",
    note: "Save it as main.go and run: go run main.go. It listens on port 3001 and needs no module.",
    code: goCode,
  },
];

const keyOf = (secret: string): string => secret.replace(/^whsec_/, "");

function n8nCode(secret: string): string {
  return `const { createHmac, timingSafeEqual } = require("crypto");

const secret = "${secret}";
const { headers } = $input.first().json;
const body = await this.helpers.getBinaryDataBuffer(0, "data");
const id = headers["webhook-id"];
const timestamp = headers["webhook-timestamp"];
const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= ${toleranceSeconds};
const key = Buffer.from(secret.replace("whsec_", ""), "base64");
const expected = createHmac("sha256", key).update(id + "." + timestamp + ".").update(body).digest();
const isSigned = String(headers["webhook-signature"]).split(" ").some((each) => {
  const given = Buffer.from(each.replace("v1,", ""), "base64");
  return each.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
});
if (!isRecent || !isSigned) throw new Error("The signature is wrong.");
return [{ json: JSON.parse(body.toString("utf8")) }];
`;
}

function zapierCode(secret: string): string {
  return `const { createHmac, timingSafeEqual } = require("crypto");

const secret = "${secret}";
const { body, id, timestamp, signature } = inputData;
const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= ${toleranceSeconds};
const key = Buffer.from(secret.replace("whsec_", ""), "base64");
const expected = createHmac("sha256", key).update(id + "." + timestamp + "." + body).digest();
const isSigned = String(signature).split(" ").some((each) => {
  const given = Buffer.from(each.replace("v1,", ""), "base64");
  return each.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
});
if (!isRecent || !isSigned) throw new Error("The signature is wrong.");
output = JSON.parse(body);
`;
}

function makeCode(secret: string): string {
  const header = (name: string) => `get(map(1.__IMTHEADERS__; "value"; "name"; "${name}"); 1)`;
  const signed = `${header("webhook-id")} + "." + ${header("webhook-timestamp")} + "." + 1.value`;
  return `{{"v1," + sha256(${signed}; "base64"; "${keyOf(secret)}"; "base64")}}
`;
}
