import fc from "fast-check";
import { expect, test } from "vitest";
import { learn, type PaymentFacts, type PaymentNews, statusOf } from "./payment-life.ts";

const nothing: PaymentFacts = {
  processingAt: null,
  paidAt: null,
  failedAt: null,
  expiredAt: null,
  cancelledAt: null,
  disputedAt: null,
  refundedCents: 0,
  refundedAt: null,
};
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 15, minute));
const amount = 49_900;
const after = (...news: PaymentNews[]) => news.reduce(learn, nothing);
const status = (...news: PaymentNews[]) => statusOf(after(...news), amount);

test("a payment goes its ordinary ways", () => {
  expect(status()).toBe("open");
  expect(status({ paidAt: at(1) })).toBe("paid");
  expect(status({ processingAt: at(1) })).toBe("processing");
  expect(status({ processingAt: at(1) }, { paidAt: at(2) })).toBe("paid");
  expect(status({ processingAt: at(1) }, { failedAt: at(2) })).toBe("failed");
  expect(status({ expiredAt: at(1) })).toBe("expired");
  expect(status({ cancelledAt: at(1) })).toBe("cancelled");
  expect(status({ paidAt: at(1) }, { refundedCents: 10_000, refundedAt: at(2) })).toBe("paid");
  expect(status({ paidAt: at(1) }, { refundedCents: amount, refundedAt: at(2) })).toBe("refunded");
});

test("a late event never reverts a payment that arrived", () => {
  expect(status({ paidAt: at(2) }, { processingAt: at(1) })).toBe("paid");
  expect(status({ paidAt: at(2) }, { failedAt: at(3) })).toBe("paid");
  expect(status({ refundedCents: amount, refundedAt: at(3) }, { paidAt: at(2) })).toBe("refunded");
});

test("the same news in any order, any number of times, add up to the same", () => {
  const time = fc.integer({ min: 0, max: 59 }).map(at);
  const news: fc.Arbitrary<PaymentNews> = fc.oneof(
    time.map((processingAt) => ({ processingAt })),
    time.map((paidAt) => ({ paidAt })),
    time.map((failedAt) => ({ failedAt })),
    time.map((expiredAt) => ({ expiredAt })),
    time.map((disputedAt) => ({ disputedAt })),
    fc.record({ refundedCents: fc.integer({ min: 1, max: amount }), refundedAt: time }),
  );
  fc.assert(
    fc.property(
      fc.array(news, { maxLength: 8 }).chain((list) =>
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
