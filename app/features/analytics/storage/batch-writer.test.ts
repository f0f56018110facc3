import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BatchWriter } from "./batch-writer.ts";

class Away extends Error {}

function writerOf(options: { maxWaiting?: number; maxBatch?: number } = {}) {
  const written: number[][] = [];
  const lost: number[] = [];
  const writes: { items: readonly number[]; finish: (error?: Error) => void }[] = [];
  const writer = new BatchWriter<number>({
    write: (items) =>
      new Promise<void>((resolve, reject) => {
        const finish = (error?: Error) => {
          if (error) return reject(error);
          written.push([...items]);
          resolve();
        };
        writes.push({ items, finish });
      }),
    isTemporary: (error) => error instanceof Away,
    onLost: (item) => lost.push(item),
    maxWaiting: options.maxWaiting ?? 100,
    maxBatch: options.maxBatch ?? 100,
    maxWaitMs: 1000,
  });
  return { writer, written, lost, writes };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());
const turn = () => vi.advanceTimersByTimeAsync(1);

test("one write runs at a time; the next takes everything that arrived meanwhile", async () => {
  const { writer, written, writes } = writerOf();
  const first = writer.add(1, { isAcknowledged: false });
  await turn();
  void writer.add(2, { isAcknowledged: false });
  void writer.add(3, { isAcknowledged: false });
  await turn();
  expect(writes.map(({ items }) => items)).toEqual([[1]]);
  writes[0]!.finish();
  await first;
  await turn();
  expect(writes[1]!.items).toEqual([2, 3]);
  writes[1]!.finish();
  await writer.settle();
  expect(written).toEqual([[1], [2, 3]]);
  expect(writer.waiting).toBe(0);
});

test("settling waits for the items added so far, not for those that arrive later", async () => {
  const { writer, writes } = writerOf();
  void writer.add(1, { isAcknowledged: false });
  await turn();
  void writer.add(2, { isAcknowledged: false });
  let isSettled = false;
  const settled = writer.settle().then(() => {
    isSettled = true;
  });
  writes[0]!.finish();
  await turn();
  expect(isSettled).toBe(false);
  void writer.add(3, { isAcknowledged: false });
  writes[1]!.finish();
  await settled;
  await turn();
  expect(writes[2]!.items).toEqual([3]);
  writes[2]!.finish();
  await writer.settle();
});

test("refuses items that exceed the memory limit, and accepts again once there is room", async () => {
  const { writer, writes } = writerOf({ maxWaiting: 5 });
  const stored = writer.add(1, { weight: 4, isAcknowledged: false });
  expect(stored).not.toBeNull();
  expect(writer.add(2, { weight: 2, isAcknowledged: false })).toBeNull();
  expect(writer.add(3, { weight: 1, isAcknowledged: false })).not.toBeNull();
  await turn();
  writes[0]!.finish();
  await stored;
  expect(writer.add(4, { weight: 5, isAcknowledged: false })).not.toBeNull();
});

test("a waiting caller sees a temporary failure; acknowledged items are retried in order", async () => {
  const { writer, written, writes } = writerOf();
  const waiting = writer.add(1, { isAcknowledged: false });
  const refused = expect(waiting).rejects.toThrow(Away);
  void writer.add(2, { isAcknowledged: true });
  void writer.add(3, { isAcknowledged: true });
  await turn();
  writes[0]!.finish(new Away());
  await refused;
  await vi.advanceTimersByTimeAsync(100);
  expect(writes[1]!.items).toEqual([2, 3]);
  writes[1]!.finish(new Away());
  await vi.advanceTimersByTimeAsync(200);
  writes[2]!.finish();
  await writer.settle();
  expect(written).toEqual([[2, 3]]);
});

test("acknowledged items are accepted for one second without a write, which limits a loss", async () => {
  const { writer, writes } = writerOf();
  expect(writer.add(1, { isAcknowledged: true })).not.toBeNull();
  await vi.advanceTimersByTimeAsync(900);
  expect(writer.add(2, { isAcknowledged: true })).not.toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(writer.add(3, { isAcknowledged: true })).toBeNull();
  expect(writer.add(3, { isAcknowledged: false })).not.toBeNull();
  writes[0]!.finish();
  await turn();
  expect(writer.add(4, { isAcknowledged: true })).not.toBeNull();
});

test("an item that cannot be stored is dropped without the others of its batch", async () => {
  const written: number[] = [];
  const lost: number[] = [];
  const writer = new BatchWriter<number>({
    write: async (items) => {
      if (items.includes(13)) throw new Error("invalid");
      written.push(...items);
    },
    isTemporary: () => false,
    onLost: (item) => lost.push(item),
    maxWaiting: 100,
    maxBatch: 100,
    maxWaitMs: 1000,
  });
  const results = Promise.allSettled([11, 12, 13, 14, 15].map((item) => writer.add(item, { isAcknowledged: true })!));
  await vi.advanceTimersByTimeAsync(10);
  expect((await results).map(({ status }) => status)).toEqual([
    ...["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
  ]);
  expect([written, lost]).toEqual([[11, 12, 14, 15], [13]]);
  expect(writer.waiting).toBe(0);
});

test("closing writes the remaining items, and gives up when the database does not respond", async () => {
  const { writer, lost, written, writes } = writerOf();
  void writer.add(1, { isAcknowledged: true });
  const closing = writer.close();
  await turn();
  writes[0]!.finish();
  await closing;
  expect(written).toEqual([[1]]);

  writer.add(2, { isAcknowledged: true })!.catch(() => {});
  await turn();
  writes[1]!.finish(new Away());
  await turn();
  const giveUp = writer.close();
  await turn();
  writes[2]!.finish(new Away());
  await giveUp;
  expect(lost).toEqual([2]);
  expect(writer.waiting).toBe(0);
});

test("with any failures and batch boundaries, each item is stored once or reported", async () => {
  vi.useRealTimers();
  const item = fc.record({ weight: fc.integer({ min: 1, max: 5 }), isBad: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), async (items, maxBatch) => {
      const stored: number[] = [];
      const lost: number[] = [];
      const writer = new BatchWriter<number>({
        write: async (batch) => {
          if (batch.some((number) => items[number]!.isBad)) throw new Error("invalid");
          stored.push(...batch);
        },
        isTemporary: () => false,
        onLost: (number) => lost.push(number),
        maxWaiting: 1000,
        maxBatch,
        maxWaitMs: 1000,
      });
      await Promise.allSettled(
        items.map(({ weight }, number) => writer.add(number, { weight, isAcknowledged: number % 2 === 0 })!),
      );
      await writer.settle();
      const numbers = items.map((_, number) => number);
      expect(stored).toEqual(numbers.filter((number) => !items[number]!.isBad));
      expect(lost).toEqual(numbers.filter((number) => items[number]!.isBad));
      expect(writer.waiting).toBe(0);
    }),
    { numRuns: 50 },
  );
});
