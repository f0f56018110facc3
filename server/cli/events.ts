import type { Command } from "commander";
import { listConsumers } from "../../app/features/events/consumers.server.ts";
import { listDeadLetters, retryDeadLetters } from "../../app/features/events/dead-letters.server.ts";
import { replayEvents } from "../../app/features/events/replay.server.ts";
import type { Act } from "../cli.ts";
import { Misuse, type Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

/** `events …`: rebuild what a consumer derived from the log, and handle the deliveries that failed for good. */
export function eventsCommands(program: Command, act: Act) {
  const events = program.command("events").description("the event log and its consumers");
  events
    .command("replay")
    .description("delete what a consumer derived from the log and derive it again")
    .requiredOption("--consumer <name>", "the consumer to rebuild")
    .action(act(({ consumer }: { consumer: string }) => replay(consumer)));
  events.command("failed").description("list the deliveries that failed at every attempt").action(act(listFailed));
  events
    .command("retry")
    .description("deliver the failed events of a consumer again")
    .requiredOption("--consumer <name>", "the consumer to deliver to")
    .action(act(({ consumer }: { consumer: string }) => retry(consumer)));
}

const replay = (consumer: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const result = await replayEvents(ctx, { consumer });
    if (!result.ok) throw unknownConsumer(consumer);
    const { delivered, failed } = result.value;
    return {
      data: { consumer, delivered, failed },
      lines: [`${consumer}: ${delivered} ${delivered === 1 ? "event" : "events"} replayed, ${failed} failed.`],
      failed: failed > 0,
    };
  });

const listFailed = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const letters = await listDeadLetters(ctx);
    const lines = letters.map(
      ({ consumer, event, eventId, failedAt, error }) =>
        `${failedAt.toISOString()}  ${consumer}  ${event}  ${eventId}  ${error}`,
    );
    return { data: letters, lines: lines.length > 0 ? lines : ["Every event was delivered."] };
  });

const retry = (consumer: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const result = await retryDeadLetters(ctx, { consumer });
    if (!result.ok) throw unknownConsumer(consumer);
    const { delivered, failed } = result.value;
    return {
      data: { consumer, delivered, failed },
      lines: [`${consumer}: ${delivered} delivered, ${failed} failed.`],
      failed: failed > 0,
    };
  });

const unknownConsumer = (name: string) =>
  new Misuse(
    `There is no consumer ${name}. Known: ${listConsumers()
      .map((consumer) => consumer.name)
      .join(", ")}.`,
  );
