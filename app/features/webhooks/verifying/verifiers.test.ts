import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { sampleRequest } from "./sample-request.ts";
import { placeholderSecret, verifiers } from "./verifiers.ts";

const secret = `whsec_${Buffer.from("a-key-of-thirty-two-bytes-length").toString("base64")}`;
const body = JSON.stringify({ type: "booking.made", timestamp: "2026-03-02T15:04:05.000Z", data: { note: "Dana's" } });

const runStep = (code: string, values: Record<string, unknown>): Promise<unknown> => {
  const require = (name: string) => process.getBuiltinModule(`node:${name}`);
  const names = [...Object.keys(values), "require"];
  const step = new Function(...names, `let output; return (async function () { ${code}; return output; }).call(self)`);
  return step(...Object.values(values), require) as Promise<unknown>;
};

const headersOf = (at: Date, signer = secret) => ({
  "webhook-id": "018f2a6c",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(signer).sign("018f2a6c", at, body),
});

const codeOf = (key: string, own = secret) => verifiers.find((each) => each.key === key)!.code(own);

const steps: Record<string, (headers: ReturnType<typeof headersOf>) => Promise<unknown>> = {
  n8n: (headers) =>
    runStep(codeOf("n8n"), {
      $input: { first: () => ({ json: { headers } }) },
      self: { helpers: { getBinaryDataBuffer: async () => Buffer.from(body) } },
    }),
  zapier: (headers) =>
    runStep(codeOf("zapier"), {
      inputData: {
        ...{ body, id: headers["webhook-id"], timestamp: headers["webhook-timestamp"] },
        signature: headers["webhook-signature"],
      },
      self: {},
    }),
};

test.each(Object.keys(steps))("the step for %s accepts a signed request and refuses others", async (key) => {
  const run = steps[key]!;
  const now = new Date();
  const other = `whsec_${Buffer.from("another-key").toString("base64")}`;
  expect(JSON.stringify(await run(headersOf(now)))).toContain("booking.made");
  const both = `${headersOf(now, other)["webhook-signature"]} ${headersOf(now)["webhook-signature"]}`;
  expect(JSON.stringify(await run({ ...headersOf(now), "webhook-signature": both }))).toContain("booking.made");
  for (const headers of [
    headersOf(now, other),
    headersOf(new Date(now.getTime() - 301_000)),
    { ...headersOf(now), "webhook-timestamp": "" },
    { ...headersOf(now), "webhook-id": "another" },
    { ...headersOf(now), "webhook-signature": "" },
  ])
    await expect(run(headers)).rejects.toThrow("The signature is wrong.");
});

test("every verifier contains the secret that it is filled with, and no other", () => {
  for (const { code } of verifiers) {
    expect(code(secret)).toContain(secret.replace("whsec_", ""));
    expect(code(secret)).not.toContain(placeholderSecret.replace("whsec_", ""));
  }
});

test("the sample request has a valid signature, and its body is quoted for a shell", async () => {
  const now = new Date();
  const command = (await sampleRequest({ secret, body, url: "https://flows.example/hook" }, now))!;
  expect(command).toContain(String.raw`Dana'\''s`);
  const headers = Object.fromEntries(
    [...command.matchAll(/'(webhook-[a-z]+): ([^']+)'/g)].map(([, name, of]) => [name, of]),
  );
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: "booking.made" });
});
