import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { hostKind } from "#app/features/security/requests/hosts.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import { migrateDatabase } from "#app/platform/database/migrations.server.ts";
import { ReadPool, registerReads } from "#app/platform/database/read-pool.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import {
  env,
  mailServerProblem,
  missingLegalSettings,
  type Settings,
  storedSettingProblems,
} from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { closeMailer } from "#app/platform/mail/mailer.server.ts";
import { collectProcessMetrics } from "#app/platform/metrics.server.ts";
import { acquireStartLock } from "#app/platform/postgres/locks/start-lock.server.ts";
import { closeJobs, finishJobs, openJobs } from "#app/platform/queues/jobs.server.ts";
import { definitionOf } from "#app/platform/settings/definitions.server.ts";
import { closeThreads, openThreads } from "#app/platform/threads.server.ts";
import { openDatabase } from "./database.ts";
import { explainFailure, StartRefused } from "./failure.ts";
import { GracefulServer } from "./process/graceful-server.ts";
import { checkListenHost } from "./process/listen-host.ts";
import { readyNotice } from "./process/ready-notice.ts";

/**
 * A stop takes at most ten seconds, or the grace period plus five if that is longer. Requests and jobs in progress get all but
 * the last 1.8 seconds, which are for the queue, the pool and the embedded database.
 */
const stopLimitMs = ({ STOP_GRACE_SECONDS }: Settings) => Math.max(10_000, (STOP_GRACE_SECONDS + 5) * 1000);
const closingMs = 1_800;

/**
 * Starts settings, database, jobs and HTTP in this order; stops them in reverse. Exit status 2 for bad settings, 1 for a failed
 * start.
 */
export async function start(): Promise<void> {
  const settings = await usableSettings();
  const undo: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= undoAll(undo, stopLimitMs(settings));
    return stopping;
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => {
      log.info({ signal }, "stopping");
      void stop().then(() => process.exit(0));
    });

  try {
    await boot(settings, undo, () => stopping !== undefined);
  } catch (error) {
    const { message, status } = explainFailure(error);
    process.stderr.write(`${message}\n`);
    await stop();
    process.exit(status);
  }
}

/** Reads the settings before anything is opened that a stop would have to close. */
async function usableSettings(): Promise<Settings> {
  try {
    const settings = env();
    await checkListenHost(settings.HOST);
    return settings;
  } catch (error) {
    const { message, status } = explainFailure(error);
    process.stderr.write(`${message}\n`);
    process.exit(status);
  }
}

async function boot(settings: Settings, undo: (() => Promise<unknown>)[], isStopping: () => boolean) {
  const started = performance.now();
  if (!settings.DATABASE_URL) {
    const lock = await acquireStartLock(settings.DATA_DIR);
    if (!lock.ok) throw new StartRefused(lock.reason.message);
    undo.push(async () => lock.value.release());
  }
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = settings;
  const tracing =
    collector &&
    (await import("#app/platform/tracing/tracing.server.ts").then((on) => on.startTracing(settings, collector)));
  if (tracing) undo.push(tracing.close);
  // Loads the product while PostgreSQL starts in its own processes.
  const loading = loadProduct();
  loading.catch(() => {});
  const database = await openDatabase(settings, "server");
  undo.push(database.release);
  const { prepare, registerListeners, connectConsumers, jobDefinitions, schedules, ...product } = await loading;
  await migrateDatabase(database.connection, undefined, (line) => process.stderr.write(`${line}\n`));
  const listen = settings.DATABASE_POOLER === "none";
  // One of them listens for changes of settings.
  const max = Math.max(1, settings.DATABASE_CONNECTIONS - (listen ? 1 : 0));
  const pool = openPool({ max, ...database.connection });
  undo.push(() => pool.end());
  const db = createDb(pool);
  if (database.reads) {
    const reads = new ReadPool(pool, { max: settings.DATABASE_READ_CONNECTIONS, ...database.reads });
    undo.push(() => reads.end());
    registerReads(db, createDb(reads));
  }
  undo.push(await product.openStore(db, settings.ANALYTICS_URL));
  // Stores hits that were acknowledged and not stored yet.
  undo.push(() => product.closeCollector(db));

  const followed = await product.followSettings(db, {
    ...{ connection: database.connection, listen, onChange: product.afterSettingsChange },
    alsoRead: product.readFactsOfTexts,
  });
  undo.push(followed.close);
  const noMail = mailServerProblem();
  if (noMail) log.warn(noMail);
  if (settings.production) for (const missing of missingLegalSettings(settings)) log.warn(missing);
  for (const { variable, problem } of storedSettingProblems())
    log.warn(product.settingSentence(definitionOf(variable).name, problem));
  for (const { name, problem } of product.unreadableTexts()) log.warn(product.settingSentence(name, problem));
  for (const label of await product.listUnreadable(systemContext(db))) log.warn(product.unreadableSentence(label));
  registerListeners();
  connectConsumers();
  await openJobs({
    ...{ connection: database.connection, db, definitions: jobDefinitions, schedules },
    work: settings.JOBS,
    ...(settings.JOBS && { connections: settings.DATABASE_JOBS_CONNECTIONS }),
    listen,
  });
  undo.push(() => closeJobs(1));
  openThreads(process.argv[1]!);
  undo.push(closeThreads);
  await prepare(db);

  collectProcessMetrics();
  const { FrozenPages, frozenPaths, frozenChoices, frozenSeconds } = product;
  const yearNow = () => companyDates().isoDay(currentTime()).slice(0, 4);
  const frozen = new FrozenPages(frozenPaths, frozenChoices, frozenSeconds, yearNow);
  const render = product.pageRenderer(product.build);
  const signedIn = new product.SignedInPages(render, settings, frozenSeconds);
  const clientDir = `${__BUILD_DIR__}/client`;
  const site = product.createSite({ settings, db, pool, render, clientDir, frozen, signedIn, isStopping });
  const handleRequest = getRequestListener(site.fetch);
  const { SERVE } = settings;
  const isOwnHost = ownHosts(settings);
  const takeCollected = product.collectedRequests({ db, settings, isOwnHost });
  const answerSignedIn = product.signedInRequests({
    ...{ db, settings, identify: product.findVisitor, frozen, signedIn, isOwnHost },
  });
  const answerNow = (request: IncomingMessage, response: ServerResponse) =>
    SERVE && !followed.isDue() && frozen.answer(request, response, isOwnHost);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (SERVE && takeCollected(request, response)) return;
    if (followed.isDue()) await followed.refresh();
    if (answerNow(request, response)) return;
    if (!(SERVE && (await answerSignedIn(request, response)))) await handleRequest(request, response);
  };
  const { tracer } = tracing || {};
  const traced =
    tracer &&
    (await import("./requests/traced-requests.ts")).tracedRequests({ tracer, settings, routes: product.build, site });
  const graceful = traced
    ? new GracefulServer(
        () => false,
        traced(async (request, response) => answerNow(request, response) || (await handle(request, response))),
      )
    : new GracefulServer(answerNow, handle);
  const { server } = graceful;
  server.requestTimeout = minuteMs;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.PORT, settings.HOST, resolve);
  });
  undo.push(async () => {
    const limitMs = stopLimitMs(settings) - closingMs;
    // A delivery in progress releases mail that it has not sent yet.
    closeMailer();
    await Promise.all([
      closeWebhookSender(),
      graceful.close({ graceMs: settings.STOP_GRACE_SECONDS * 1000, limitMs }),
      Promise.race([finishJobs(), pause(limitMs, undefined, { ref: false })]),
    ]);
  });
  process.send?.("ready");
  const { port } = server.address() as AddressInfo;
  const isTerminal = process.stdout.isTTY === true;
  const { makeSetupLink } = await import("#app/features/accounts/users/setup-link.server.ts");
  const setup = await makeSetupLink(systemContext(db));
  const setupUrl = setup.ok ? setup.value.url : null;
  process.stdout.write(readyNotice(settings, { port, startedMs: performance.now() - started, isTerminal, setupUrl }));
  const { openLiveVisits } = await import("#app/features/analytics/visits/live-visits.server.ts");
  undo.push(openLiveVisits(db));
  // Loaded now, so that the first paying client does not wait for it.
  if (product.takesCards())
    await product.stripe().catch((error: unknown) => log.warn({ err: error }, "the payment library did not load"));
}

/** Loads everything slow: features, endpoints and pages. */
async function loadProduct() {
  const [listeners, consumers, schedule, site, prepare, payments, build, ...pages] = await Promise.all([
    import("./process/listeners.ts"),
    import("./consumers.ts"),
    import("./process/schedule.ts"),
    import("./site.ts"),
    import("./process/prepare.ts"),
    import("#app/features/billing/stripe/stripe.server.ts"),
    import("virtual:react-router/server-build"),
    import("./pages/frozen-pages.ts"),
    import("./pages/frozen-paths.ts"),
    import("./pages/page-renderer.ts"),
    import("./requests/signed-in-pages.ts"),
    import("./requests/signed-in-requests.ts"),
    import("./requests/collected-requests.ts"),
    import("#app/features/analytics/analytics.server.ts"),
    import("#app/features/analytics/store/current-store.server.ts"),
    import("#app/shell/visitor.server.ts"),
    import("#app/features/settings/follow-settings.server.ts"),
    import("#app/features/settings/settings.server.ts"),
    import("#app/features/booking/hosts/hosts.server.ts"),
    import("#app/features/booking/hosts/offered-calls.server.ts"),
    import("#app/features/content/texts/legal-days.server.ts"),
    import("#app/features/content/texts/site-texts.server.ts"),
    import("#app/features/pipeline/jobs.server.ts"),
    import("./process/resealing.ts"),
  ]);
  const [frozen, paths, renderer, copies, requests, collected, collecting, stores, visitor, ...rest] = pages;
  const [
    { followSettings },
    { settingSentence },
    { ensureDefaultHost },
    { loadOfferedCalls },
    { renewOnLegalDays },
    { unreadableTexts },
    { rescoreAfterChange },
    resealing,
  ] = rest;
  return {
    ...{ ...listeners, ...consumers, ...schedule, ...site, ...prepare, ...payments, build },
    ...{
      ...frozen,
      ...paths,
      ...renderer,
      ...copies,
      ...requests,
      ...collected,
      ...collecting,
      ...stores,
      ...visitor,
      ...{ followSettings, settingSentence, unreadableTexts, ...resealing },
      readFactsOfTexts: async (ctx: Ctx) => {
        await loadOfferedCalls(ctx);
        renewOnLegalDays();
      },
      afterSettingsChange: async (ctx: Ctx) => {
        await ensureDefaultHost(ctx);
        await rescoreAfterChange(ctx);
      },
    },
  };
}

async function closeWebhookSender(): Promise<void> {
  const { closeSender } = await import("#app/features/webhooks/sending/sender.server.ts");
  await closeSender();
}

/** Whether a host is the site's own; caches the last result. */
function ownHosts(settings: Settings): (host: string) => boolean {
  let last: string | undefined;
  return (host) => {
    if (host === last) return true;
    const kind = hostKind(host, settings);
    if (kind !== "site" && kind !== "loopback") return false;
    last = host;
    return true;
  };
}

async function undoAll(undo: (() => Promise<unknown>)[], limitMs: number) {
  setTimeout(() => {
    log.error("did not stop in time");
    process.exit(1);
  }, limitMs - 300).unref();
  for (const step of undo.reverse())
    await step().catch((error: unknown) => log.error({ err: error }, "while stopping"));
}
