import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { newSecret, signedHeaders } from "./signing.server.ts";

// The example of the Standard Webhooks specification and its libraries.
const example = {
  secret: `whsec_${"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}`,
  messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

test("the published example has the published signature", () => {
  expect(signedHeaders({ ...example, secrets: [example.secret] })).toEqual({
    "webhook-id": example.messageId,
    "webhook-timestamp": "1614265330",
    "webhook-signature": example.signature,
  });
});

test("during a rotation both secrets sign; each signature is the HMAC over id, time and body", () => {
  const added = newSecret();
  const headers = signedHeaders({ ...example, secrets: [added, example.secret] });
  const key = Buffer.from(added.replace("whsec_", ""), "base64");
  const ours = createHmac("sha256", key).update(`${example.messageId}.1614265330.${example.body}`).digest("base64");
  expect(key).toHaveLength(32);
  expect(headers["webhook-signature"]).toBe(`v1,${ours} ${example.signature}`);
});
