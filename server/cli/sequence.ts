import { ensureBuiltInSequences } from "#app/features/sequences/definitions/built-in.server.ts";
import { endReasons } from "#app/features/sequences/definitions/definition.ts";
import { enrol as enrolPerson } from "#app/features/sequences/enrollments/enrollments.server.ts";
import {
  findSequenceByName,
  listSequences,
  startSequence,
  stopSequence,
} from "#app/features/sequences/sequences.server.ts";
import { dryRun as dryRunOf, maxDryRunDays } from "#app/features/sequences/steps/dry-run.server.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { never } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { done, failure, Misuse, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

const notAllowed = failure("not_admin", "Only the operator can do that.");
const unknown = (name: string) =>
  failure("not_found", `There is no sequence ${name}. List the names with: sequence list`);
const unpublished = (name: string) => failure("no_version", `${name} has no published version yet.`);

/** Runs `work` with the id of the sequence of this name. */
const onSequence = (name: string, work: (ctx: Ctx, id: string) => Promise<Outcome>): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    await ensureBuiltInSequences(ctx);
    const id = await findSequenceByName(ctx, name);
    return id ? work(ctx, id) : unknown(name);
  });

export const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    await ensureBuiltInSequences(ctx);
    const found = await listSequences(ctx);
    if (!found.ok) return notAllowed;
    const sequences = found.value.map(({ name, title, isActive }) => ({ name, title, active: isActive }));
    return done(
      sequences,
      ...sequences.map(({ name, title, active }) => `${active ? "started" : "stopped"}  ${name.padEnd(24)}  ${title}`),
    );
  });

export const start = (name: string): Promise<Outcome> =>
  onSequence(name, async (ctx, id) => {
    const started = await startSequence(ctx, { id });
    if (started.ok) return done({ name, active: true }, `${name} is started.`);
    switch (started.reason.kind) {
      case "not_admin":
        return notAllowed;
      case "not_found":
        return unknown(name);
      case "no_version":
        return unpublished(name);
      default:
        return never(started.reason);
    }
  });

export const stop = (name: string): Promise<Outcome> =>
  onSequence(name, async (ctx, id) => {
    const stopped = await stopSequence(ctx, { id });
    if (stopped.ok) return done({ name, active: false }, `${name} is stopped.`);
    return stopped.reason.kind === "not_found" ? unknown(name) : notAllowed;
  });

export function enrol(name: string, address: string): Promise<Outcome> {
  const email = parseAddress(address);
  return onSequence(name, async (ctx, id) => {
    const enrolled = await enrolPerson(ctx, { id, email });
    if (enrolled.ok) return done({ name, email, ...enrolled.value }, `${email} is enrolled in ${name}.`);
    switch (enrolled.reason.kind) {
      case "not_admin":
        return notAllowed;
      case "not_found":
        return unknown(name);
      case "not_active":
        return failure("not_active", `${name} is not started. Start it with: sequence start ${name}`);
      case "blocked":
        return failure("blocked", `${email} was not enrolled: ${endReasons[enrolled.reason.why]}.`);
      default:
        return never(enrolled.reason);
    }
  });
}

export function dryRun(name: string, address: string, options: { days: string }): Promise<Outcome> {
  const email = parseAddress(address);
  const days = Number(options.days);
  if (!Number.isInteger(days) || days < 1 || days > maxDryRunDays)
    throw new Misuse(`--days is a whole number from 1 to ${maxDryRunDays}.`);
  return onSequence(name, async (ctx, id) => {
    const entries = await dryRunOf(ctx, { id, email, days });
    if (!entries.ok) return entries.reason.kind === "no_version" ? unpublished(name) : notAllowed;
    const lines = entries.value.map(({ at, step, kind, subject, skipped }) =>
      [at.toISOString(), kind.padEnd(4), step ?? "-", skipped ? `not now: ${skipped}` : (subject ?? "")].join("  "),
    );
    return done(entries.value, ...(lines.length > 0 ? lines : [`Nothing happens in the next ${days} days.`]));
  });
}

function parseAddress(address: string): string {
  const parsed = emailAddress("").safeParse(address);
  if (!parsed.success) throw new Misuse("EMAIL is one email address.");
  return parsed.data.toLowerCase();
}
