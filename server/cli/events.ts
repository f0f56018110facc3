import { listConsumers } from "#app/features/events/consumers.server.ts";
import { listDeadLetters, retryDeadLetters } from "#app/features/events/dead-letters.server.ts";
import { replayEvents } from "#app/features/events/replay.server.ts";
import { counted } from "#app/lib/numbers.ts";
import { Misuse, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

export const replay = ({ consumer }: { consumer: string }): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const result = await replayEvents(ctx, { consumer });
    if (!result.ok) throw unknownConsumer(consumer);
    const { delivered, failed } = result.value;
    return {
      data: { consumer, delivered, failed },
      lines: [`${consumer}: ${counted(delivered, "event")} replayed, ${failed} failed.`],
      failed: failed > 0,
    };
  });

export const listFailed = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const letters = await listDeadLetters(ctx);
    const lines = letters.map(
      ({ consumer, event, eventId, failedAt, error }) =>
        `${failedAt.toISOString()}  ${consumer}  ${event}  ${eventId}  ${error}`,
    );
    return { data: letters, lines: lines.length > 0 ? lines : ["Every event was delivered."] };
  });

export const retry = ({ consumer }: { consumer: string }): Promise<Outcome> =>
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
