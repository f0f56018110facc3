import { expect, test } from "vitest";
import { contrast } from "#app/lib/formats/color.ts";
import { color } from "#app/platform/settings/setting-values.server.ts";
import { accentStyles } from "#server/pages/site-texts.ts";

const tokens = (accent: string) =>
  new Map(
    [...accentStyles(accent).matchAll(/--([\w-]+):light-dark\((#\w+),(#\w+)\)/g)].map(([, name, ...both]) => [
      name,
      both,
    ]),
  );

test.each(["#0b5c8a", "#000000", "#767676", "#a3103d", "#0000ff", "#006644"])(
  "%s is legible in both themes",
  (accent) => {
    const pairs = tokens(accent);
    const sheets = [
      ["#f1f1eb", "#fcfcf9"],
      ["#0b1826", "#112437"],
    ] as const;
    for (const theme of [0, 1] as const) {
      const of = (name: string) => pairs.get(name)![theme]!;
      for (const state of ["action", "action-hover", "action-press"])
        expect(contrast(of("action-ink"), of(state)), `${state} ${theme}`).toBeGreaterThanOrEqual(4.5);
      for (const ground of [...sheets[theme], of("action-wash")])
        expect(contrast(of("action-text"), ground), `text on ${ground}`).toBeGreaterThanOrEqual(4.5);
      for (const ground of sheets[theme]) expect(contrast(of("action"), ground)).toBeGreaterThanOrEqual(3);
    }
  },
);

test("a color with too little contrast is refused with its contrast", () => {
  expect(color.safeParse("#ff7d4a").error?.issues[0]?.message).toBe(
    "needs a darker color: white text on #ff7d4a has a contrast of 2.5:1, and 4.5:1 is legible",
  );
  expect(color.safeParse("red").success).toBe(false);
});
