import { createHash, createHmac } from "node:crypto";
import vm from "node:vm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { getDelivery } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { rotateSecret } from "#app/features/webhooks/endpoints/endpoint-commands.server.ts";
import { sendDue } from "#app/features/webhooks/sending/sender.server.ts";
import { newSecret } from "#app/features/webhooks/sending/signing.server.ts";
import { type VerifierKey, verifiers } from "#app/features/webhooks/verifying/verifiers.ts";
import { systemContext } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { connectConsumers } from "../server/consumers.ts";
import { value } from "./fixtures/admin-command.ts";
import { scratch } from "./fixtures/scratch.ts";
import { freePort, isInstalled, type Runtime, runtimes, runVerifier } from "./fixtures/verifier-process.ts";
import { localReach, startReceiver } from "./fixtures/webhook-receiver.ts";
import { addLocalEndpoint, deliveriesOf, requestAccess } from "./fixtures/webhooks.ts";
import { useDatabase } from "./setup/test-database.ts";

/* Runs the verifiers of the setup guide with real and with altered deliveries. */

const { db } = useDatabase({ jobs: jobDefinitions });
/** The current time, because verifiers refuse old timestamps. */
const ctx = () => systemContext(db);
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "https://gtmarc.example" });
  connectConsumers();
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const codeOf = (key: VerifierKey, secret: string) => verifiers.find((each) => each.key === key)!.code(secret);

type Signed = { headers: Record<string, string>; body: string };

/** Returns altered requests that a verifier must refuse. */
function forgeries({ headers, body }: Signed, secret: string): Record<string, Signed> {
  const id = headers["webhook-id"]!;
  const signedAt = (at: Date, signer: string): Signed => ({
    headers: {
      ...{ "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)) },
      "webhook-signature": new Webhook(signer).sign(id, at, body),
    },
    body,
  });
  return {
    "changed body": { headers, body: body.replace("Northfield", "Southfield") },
    "another id": { headers: { ...headers, "webhook-id": `${id}0` }, body },
    "another secret": signedAt(new Date(), newSecret()),
    "old timestamp": signedAt(new Date(Date.now() - 301_000), secret),
    "no signature": { headers: { ...headers, "webhook-signature": "" }, body },
    "no timestamp": { headers: { ...headers, "webhook-timestamp": "" }, body },
  };
}

/** Returns the newest delivery as it was sent. */
async function latestSent(endpointId: string): Promise<Signed> {
  const [entry] = await deliveriesOf(ctx(), endpointId);
  const { body, attemptLog } = value(await getDelivery(ctx(), { deliveryId: entry!.id }));
  return { headers: attemptLog.at(-1)!.requestHeaders, body: body! };
}

for (const [name, runtime] of Object.entries(runtimes) as ["node" | "python" | "php" | "go", Runtime][])
  test.runIf(isInstalled(runtime))(
    `[with ${name}] the receiver accepts deliveries and refuses forgeries`,
    async () => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { id: endpointId, secret } = await addLocalEndpoint(ctx(), { url });
      const receiver = await runVerifier(runtime, { code: codeOf(name, secret), folder: scratch(), port });
      try {
        await requestAccess(ctx());
        expect(await sendDue(ctx(), { reach: localReach })).toEqual({ delivered: 1, failed: 0 });
        const sent = await latestSent(endpointId);
        const post = async ({ headers, body }: Signed) => (await fetch(url, { method: "POST", headers, body })).status;
        for (const [what, forged] of Object.entries(forgeries(sent, secret)))
          expect([what, await post(forged)]).toEqual([what, 401]);
        expect(await post(sent)).toBe(204);
        // For a day after a rotation requests have two signatures, and the receiver still has the old secret.
        value(await rotateSecret(ctx(), { endpointId, version: 1 }));
        await requestAccess(ctx(), "max@northfield.example");
        expect(await sendDue(ctx(), { reach: localReach })).toEqual({ delivered: 1, failed: 0 });
      } finally {
        await receiver.stop();
      }
      // Go compiles its HTTP server first.
    },
    120_000,
  );

/** Runs a Code step like its tool: in a sandbox with the documented globals. Resolves to its return value. */
const runStep = (code: string, globals: Record<string, unknown>, self: unknown = {}): Promise<unknown> => {
  const require = (name: string) => {
    if (name !== "crypto") throw new Error(`Cannot find module '${name}'`);
    return process.getBuiltinModule("node:crypto");
  };
  const sandbox = vm.createContext({ ...globals, self, require, Buffer });
  return vm.runInContext(
    `(async function () { let output; ${code}; return output; }).call(self)`,
    sandbox,
  ) as Promise<unknown>;
};

const steps: Record<"n8n" | "zapier", (code: string, signed: Signed) => Promise<unknown>> = {
  n8n: (code, { headers, body }) =>
    runStep(
      code,
      { $input: { first: () => ({ json: { headers }, binary: { data: {} } }) } },
      { helpers: { getBinaryDataBuffer: async () => Buffer.from(body) } },
    ),
  zapier: (code, { headers, body }) =>
    runStep(code, {
      inputData: {
        ...{ body, id: headers["webhook-id"], timestamp: headers["webhook-timestamp"] },
        signature: headers["webhook-signature"],
      },
    }),
};

/** Returns a delivery as a receiver gets it. */
async function received(): Promise<{ signed: Signed; secret: string }> {
  const receiver = await startReceiver();
  const { secret } = await addLocalEndpoint(ctx(), { url: receiver.url });
  await requestAccess(ctx());
  await sendDue(ctx(), { reach: localReach });
  const { headers, body } = receiver.requests[0]!;
  receiver.close();
  return { signed: { headers: headers as Record<string, string>, body }, secret };
}

test.each(["n8n", "zapier"] as const)("the Code step for %s accepts a delivery and refuses forgeries", async (key) => {
  const { signed, secret } = await received();
  const code = codeOf(key, secret);
  expect(JSON.stringify(await steps[key](code, signed))).toContain('"type":"access.requested"');
  for (const [what, forged] of Object.entries(forgeries(signed, secret)))
    await expect(steps[key](code, forged), what).rejects.toThrow("The signature is wrong.");
});

/** Functions of Make's formulas, as documented. */
const makeFunctions = {
  get: (list: unknown[], place: number) => list[place - 1],
  map: (list: Record<string, unknown>[], wanted: string, filter: string, only: unknown) =>
    list.filter((each) => each[filter] === only).map((each) => each[wanted]),
  sha256: (text: string, encoding: "base64" | "hex", key: string, keyEncoding: "base64" | "hex") =>
    (key ? createHmac("sha256", Buffer.from(key, keyEncoding)) : createHash("sha256")).update(text).digest(encoding),
};

test("the formula for Make computes the signature of a delivery, and another one for a changed body or secret", async () => {
  const { signed, secret } = await received();
  const headers = Object.entries(signed.headers).map(([name, value]) => ({ name, value }));
  const evaluate = (code: string, body: string): unknown => {
    const formula = /^\{\{(.*)\}\}$/.exec(code.trim())![1]!.replaceAll("1.", "module1.").replaceAll(";", ",");
    return vm.runInNewContext(formula, { ...makeFunctions, module1: { value: body, __IMTHEADERS__: headers } });
  };
  const signature = signed.headers["webhook-signature"];
  expect(evaluate(codeOf("make", secret), signed.body)).toBe(signature);
  expect(evaluate(codeOf("make", secret), `${signed.body} `)).not.toBe(signature);
  expect(evaluate(codeOf("make", newSecret()), signed.body)).not.toBe(signature);
});
