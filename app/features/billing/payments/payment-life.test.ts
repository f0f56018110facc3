import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeFacts, type PaymentFacts, type PaymentUpdate, statusOf } from "./payment-life.ts";

const nothing: PaymentFacts = {
  processingAt: null,
  paidAt: null,
  failedAt: null,
  expiredAt: null,
  canceledAt: null,
  disputedAt: null,
  refundedCents: 0,
  refundedAt: null,
};
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 15, minute));
const amount = 49_900;
const after = (...updates: PaymentUpdate[]) => updates.reduce(mergeFacts, nothing);
const status = (...updates: PaymentUpdate[]) => statusOf(after(...updates), amount);

test("a payment reaches each status in the ordinary sequences", () => {
  expect(status()).toBe("open");
  expect(status({ paidAt: at(1) })).toBe("paid");
  expect(status({ processingAt: at(1) })).toBe("processing");
  expect(status({ processingAt: at(1) }, { paidAt: at(2) })).toBe("paid");
  expect(status({ processingAt: at(1) }, { failedAt: at(2) })).toBe("failed");
  expect(status({ expiredAt: at(1) })).toBe("expired");
  expect(status({ canceledAt: at(1) })).toBe("cancelled");
  expect(status({ paidAt: at(1) }, { refundedCents: 10_000, refundedAt: at(2) })).toBe("paid");
  expect(status({ paidAt: at(1) }, { refundedCents: amount, refundedAt: at(2) })).toBe("refunded");
});

test("a late event never reverts a payment that arrived", () => {
  expect(status({ paidAt: at(2) }, { processingAt: at(1) })).toBe("paid");
  expect(status({ paidAt: at(2) }, { failedAt: at(3) })).toBe("paid");
  expect(status({ refundedCents: amount, refundedAt: at(3) }, { paidAt: at(2) })).toBe("refunded");
});

test("the same updates in any order and number result in the same facts", () => {
  const time = fc.integer({ min: 0, max: 59 }).map(at);
  const update: fc.Arbitrary<PaymentUpdate> = fc.oneof(
    time.map((processingAt) => ({ processingAt })),
    time.map((paidAt) => ({ paidAt })),
    time.map((failedAt) => ({ failedAt })),
    time.map((expiredAt) => ({ expiredAt })),
    time.map((disputedAt) => ({ disputedAt })),
    fc.record({ refundedCents: fc.integer({ min: 1, max: amount }), refundedAt: time }),
  );
  fc.assert(
    fc.property(
      fc.array(update, { maxLength: 8 }).chain((list) =>
        fc.record({
          list: fc.constant(list),
          shuffled: fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 }),
        }),
      ),
      ({ list, shuffled }) => {
        expect(after(...shuffled)).toEqual(after(...list));
      },
    ),
    { numRuns: 500 },
  );
});
