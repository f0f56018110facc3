/*
 * Verifies that the kit's n8n files import and run: a real n8n, installed from npm into a separate folder (it is not a
 * dependency of this product), imports the five files from the archive's source, publishes them, gets each sample payload
 * and one that must be refused, and has to send a receiver on loopback what the template's record says. Then the workflow for
 * webhooks of the product gets a signed delivery, which must become a message, and forged ones, which must not. By hand:
 *
 *     npm run script n8n-import -- [--prefix FOLDER] [--version 2.41.1]
 *
 * An existing n8n in the folder is reused. Needs Node 24, a C++ compiler and some minutes: n8n compiles sqlite3.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { n8nWorkflow } from "../../app/features/kit/files/n8n-workflow.ts";
import type { KitTemplate } from "../../app/features/kit/files/template-shape.ts";
import { samplePayload, templates } from "../../app/features/kit/files/templates.ts";
import { attemptDelivery } from "../../app/features/webhooks/sending/attempt.server.ts";
import { bodyOf, newSecret } from "../../app/features/webhooks/sending/signing.server.ts";
import { analysisWebhook, analysisWorkflow } from "../../app/features/webhooks/verifying/n8n-workflow.ts";
import { newId } from "../../app/lib/uuid.ts";
import { everywhere } from "../../app/platform/outside/outside-request.server.ts";
import { type Outcome, outcomeOf } from "../../tests/fixtures/template-outcome.ts";

const { values } = parseArgs({
  options: { prefix: { type: "string" }, version: { type: "string", default: "2.41.1" } },
});
const prefix = values.prefix ?? join(tmpdir(), "gtmarc-n8n");
const program = join(prefix, "node_modules/n8n/bin/n8n");
if (!existsSync(program)) install();
const version = (JSON.parse(readFileSync(join(prefix, "node_modules/n8n/package.json"), "utf8")) as { version: string })
  .version;

const home = mkdtempSync(join(tmpdir(), "gtmarc-n8n-home-"));
const port = 5799;
const settings = {
  ...process.env,
  N8N_USER_FOLDER: home,
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: "127.0.0.1",
  N8N_RUNNERS_BROKER_PORT: "5798",
  N8N_DIAGNOSTICS_ENABLED: "false",
  N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
  N8N_TEMPLATES_ENABLED: "false",
  N8N_USE_WORKFLOW_PUBLICATION_SERVICE: "false",
  // The code that checks signatures requires it.
  NODE_FUNCTION_ALLOW_BUILTIN: "crypto",
};

type Received = { to: string; body: Record<string, unknown> };
const received: Received[] = [];
const receiver = createServer((request, response) => {
  let text = "";
  request.on("data", (part) => {
    text += part;
  });
  request.on("end", () => {
    received.push({ to: request.url ?? "", body: JSON.parse(text || "{}") as Record<string, unknown> });
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  });
});
await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
const receiverPort = (receiver.address() as { port: number }).port;

/** One payload per template that takes the other branch of the decision. */
const otherPayloads: Readonly<Record<string, Record<string, string | number | boolean>>> = {
  "lead-sync": { email: "invalid", name: 'Dana "D" Reyes', score: 1 },
  campaign: { email: "dana@example.com", segment: "trial", consent: false, days_since_mail: 30 },
  opportunity: { deal: "Small one", amount: 9000, stage: "Won", owner: "Priya" },
  onboarding: { company: 'Fernhill "West"', plan: "Starter", email: "sam@example.com" },
  "ticket-routing": { subject: "It is down", body: "Everything.\nReally.", priority: " URGENT " },
};

const secret = newSecret();
let failed = 0;
const server = await importAndStart();
try {
  for (const template of templates) {
    await check(template, "sample", samplePayload(template));
    await check(template, "other", otherPayloads[template.slug]!);
  }
  await checkWebhook();
} finally {
  server.kill("SIGTERM");
  receiver.close();
  await new Promise((done) => setTimeout(done, 2000));
  rmSync(home, { recursive: true, force: true });
}
process.stdout.write(
  `n8n ${version}, Node ${process.version}: ${failed === 0 ? "all as recorded" : `${failed} differ`}\n`,
);
process.exit(failed === 0 ? 0 : 1);

/** The user's only change: the URLs in the node Settings. */
function localised(template: KitTemplate): KitTemplate {
  const settings = template.settings.map((setting) =>
    typeof setting.value === "number"
      ? setting
      : { ...setting, value: setting.value.replace(/^https:\/\/[^/]+/, `http://127.0.0.1:${receiverPort}`) },
  );
  return { ...template, settings };
}

async function importAndStart() {
  const files = join(home, "files");
  mkdirSync(files);
  for (const template of templates)
    writeFileSync(join(files, `${template.slug}.json`), JSON.stringify(n8nWorkflow(localised(template))));
  const analyses = analysisWorkflow({ secret, chatUrl: `http://127.0.0.1:${receiverPort}/chat` });
  writeFileSync(join(files, "analyses.json"), JSON.stringify(analyses));
  cli("import:workflow", "--separate", `--input=${files}`);
  const ids = [...templates.map((template) => n8nWorkflow(template).id), analyses.id];
  for (const id of ids) cli("publish:workflow", `--id=${id}`);
  const child = spawn(process.execPath, [program, "start"], { env: settings, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      said += part;
    });
  for (let tries = 0; tries < 90; tries += 1) {
    await new Promise((done) => setTimeout(done, 1000));
    const answer = await fetch(`http://127.0.0.1:${port}/healthz/readiness`).catch(() => null);
    if (answer?.ok && (said.match(/Activated workflow/g)?.length ?? 0) >= ids.length) return child;
    if (child.exitCode !== null) break;
  }
  child.kill("SIGTERM");
  throw new Error(`n8n did not start:\n${said.slice(-3000)}`);
}

async function check(template: KitTemplate, kind: string, payload: Record<string, string | number | boolean>) {
  received.length = 0;
  const answer = await fetch(`http://127.0.0.1:${port}/webhook/gtmarc-${template.slug}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
  });
  const text = await answer.text();
  const wanted = outcomeOf(template, payload);
  const got: Outcome = {
    requests: received.map(({ to, body }) => ({
      to: hostOf(template, to),
      body: body as Outcome["requests"][number]["body"],
    })),
    answer: {
      status: answer.status,
      body: JSON.parse(text.startsWith("{") ? text : "{}") as Outcome["answer"]["body"],
    },
  };
  const isRight = isDeepStrictEqual(got, wanted);
  if (!isRight) failed += 1;
  process.stdout.write(
    `${isRight ? "ok    " : "DIFFERS"} ${template.name}, ${kind}: ${wanted.requests.length} sent, ${answer.status} ${text.slice(0, 200)}\n`,
  );
  if (!isRight) process.stdout.write(`${JSON.stringify({ wanted, got }).slice(0, 2000)}\n`);
}

/** Sends deliveries like the product: a signed one posts its message; a forged one, and another event, post nothing. */
async function checkWebhook() {
  const data = { companyName: 'Northfield "N" Analytics', email: "dana@example.com", annualValueCents: 18_450_000 };
  const other = newSecret();
  const cases = [
    { what: "signed", signer: secret, type: "analysis.created", status: 200 },
    { what: "another secret", signer: other, type: "analysis.created", status: 401 },
    { what: "old timestamp", signer: secret, type: "analysis.created", status: 401, ageMs: 301_000 },
    { what: "another event", signer: secret, type: "analysis.shared", status: 200 },
  ];
  for (const { what, signer, type, status, ageMs = 0 } of cases) {
    received.length = 0;
    const url = `http://127.0.0.1:${port}/webhook/${analysisWebhook}`;
    const body = bodyOf({ type, occurredAt: new Date(), data });
    const at = new Date(Date.now() - ageMs);
    const result = await attemptDelivery(
      { url, secrets: [signer], headers: [] },
      { messageId: newId(), body },
      { at, reach: everywhere },
    );
    const text = 'New analysis: Northfield "N" Analytics (dana@example.com), $184,500 a year';
    const wanted = what === "signed" ? [{ to: "/chat", body: { text } }] : [];
    const isRight = result.status === status && isDeepStrictEqual(received, wanted);
    if (!isRight) failed += 1;
    process.stdout.write(
      `${isRight ? "ok    " : "DIFFERS"} Webhook, ${what}: ${received.length} sent, ${result.status} ${result.responseBody}\n`,
    );
    if (!isRight) process.stdout.write(`${JSON.stringify({ wanted, received, result }).slice(0, 2000)}\n`);
  }
}

function hostOf(template: KitTemplate, path: string): string {
  const setting = template.settings.find(({ value }) => typeof value === "string" && new URL(value).pathname === path);
  return String(setting?.value);
}

function cli(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: settings,
    encoding: "utf8",
  });
  process.stdout.write(`n8n ${args[0]}: ${stdout.trim().split("\n").at(-1)}\n`);
  if (status !== 0) throw new Error(`n8n ${args.join(" ")} failed:\n${stdout}${stderr}`);
}

function install() {
  mkdirSync(prefix, { recursive: true });
  // n8n only needs sqlite3 here; cssomnom is required by a part of the editor and not always available.
  const overrides = { cssomnom: "npm:rrweb-cssom@0.8.0" };
  writeFileSync(join(prefix, "package.json"), JSON.stringify({ name: "n8n-trial", private: true, overrides }));
  for (const args of [
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", `n8n@${values.version}`],
    ["rebuild", "sqlite3"],
  ]) {
    const { status } = spawnSync("npm", args, { cwd: prefix, stdio: "inherit" });
    if (status !== 0) throw new Error(`npm ${args.join(" ")} failed`);
  }
}
