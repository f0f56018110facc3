import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { hourMs } from "#app/lib/durations.ts";
import { diagnoseSignature } from "./signature-diagnosis.ts";

const key = Buffer.from("a-key-of-thirty-two-bytes-length");
const secret = `whsec_${key.toString("base64")}`;
const other = `whsec_${Buffer.from("another-key-of-32-bytes-in-total").toString("base64")}`;
const now = new Date("2026-03-02T15:04:05Z");
const timestamp = now.getTime() / 1000;
const id = "018f2a6c";
const body = JSON.stringify({
  type: "booking.made",
  timestamp: now.toISOString(),
  data: { seats: [1, 2], note: null },
});

const headersOf = (signature: string, at: number = timestamp) =>
  [`Webhook-Id: ${id}`, `webhook-timestamp: ${at}`, `webhook-signature: ${signature}`].join("\n");
const signed = (signer = secret, at = now) => new Webhook(signer).sign(id, at, body);
const message = { body, headers: headersOf(signed()), secret, computed: "" };
const verdictOf = async (changed: Partial<typeof message>, at = now) =>
  (await diagnoseSignature({ ...message, ...changed }, at)).verdict;
const mac = (usedKey: Buffer | string, text: string) => createHmac("sha256", usedKey).update(text).digest();

test("a genuine message is valid, also with an additional signature of a replaced secret", async () => {
  expect(await verdictOf({})).toBe("valid");
  expect(await verdictOf({ headers: headersOf(`${signed(other)} ${signed()}`) })).toBe("valid");
  expect(await verdictOf({ headers: message.headers.replaceAll("\n", "\r\n") })).toBe("valid");
  expect(
    await verdictOf({
      headers: JSON.stringify({ "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signed() }),
    }),
  ).toBe("valid");
});

test("missing headers are named", async () => {
  const result = await diagnoseSignature({ ...message, headers: `webhook-id: ${id}` }, now);
  expect(result.verdict).toBe("missing_header");
  expect(result.text).toContain("webhook-timestamp, webhook-signature");
  expect(await verdictOf({ headers: "" })).toBe("missing_header");
});

test.each(["", "whsec_", key.toString("base64"), secret.slice(0, -3), `"${secret}"`])(
  "the incomplete secret %j is recognized",
  async (bad) => {
    expect(await verdictOf({ secret: bad })).toBe("bad_secret");
  },
);

test("a different secret or content does not match the message", async () => {
  expect(await verdictOf({ secret: other })).toBe("wrong_secret");
  expect(await verdictOf({ body: body.replace("booking.made", "booking.canceled") })).toBe("wrong_secret");
});

test.each([
  ["indented", JSON.stringify(JSON.parse(body), null, 2)],
  ["with a line break", `${body}\n`],
  [
    "as Python writes it",
    `{"type": "booking.made", "timestamp": "${now.toISOString()}", "data": {"seats": [1, 2], "note": null}}`,
  ],
])("a changed body is recognized: %s", async (_, changed) => {
  expect(await verdictOf({ body: changed })).toBe("changed_body");
});

test("a message more than five minutes old or early is reported with its age", async () => {
  const later = new Date(now.getTime() + 3 * hourMs);
  expect(await diagnoseSignature(message, later)).toMatchObject({
    verdict: "wrong_time",
    text: expect.stringContaining("3 hours ago"),
  });
  expect(await verdictOf({}, new Date(now.getTime() - 301_000))).toBe("wrong_time");
  expect(await verdictOf({}, new Date(now.getTime() + 300_000))).toBe("valid");
});

const text = `${id}.${timestamp}.${body}`;
test.each([
  ["compares it wrongly", mac(key, text).toString("base64")],
  ["in hex", mac(key, text).toString("hex")],
  ["uses the secret as text", mac(secret, text).toString("base64")],
  ["uses the secret as text", mac(secret.replace("whsec_", ""), text).toString("hex")],
  ["signs the body only", mac(key, body).toString("base64")],
  ["leaves out webhook-id", `v1,${mac(key, `${timestamp}.${body}`).toString("base64")}`],
  ["changes the body", mac(key, `${id}.${timestamp}.${JSON.stringify(JSON.parse(body), null, 2)}`).toString("base64")],
])("the receiver's computed signature reveals its mistake: %s", async (title, computed) => {
  const result = await diagnoseSignature({ ...message, computed }, now);
  expect(result.verdict).toBe("mistake_in_code");
  expect(result.title).toContain(title);
});

test("with an unknown mistake the message is reported as valid", async () => {
  expect(await verdictOf({ computed: mac(key, "something else").toString("base64") })).toBe("valid");
});
