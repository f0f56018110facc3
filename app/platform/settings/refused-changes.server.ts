import { isInvoiceSender } from "#app/lib/invoice-details.ts";
import { definitionOf, type SettingVariable } from "./definitions.server.ts";

/* What a change is refused for beyond an invalid value. A stored or fixed value like this keeps working as before. */

type Changed = { variable: SettingVariable; value: string | null };
type Problem = { variable: SettingVariable; problem: string };

/** The first may not exceed the second; readers of a reversed pair take the larger value as the upper end. */
const ranges = [["PRICE_PROJECT_FROM", "PRICE_PROJECT_TO"]] as const;

/** `settings`: as they would be after the change. The problems continue the setting's name. */
export const refusedChanges = (
  changed: readonly Changed[],
  settings: Readonly<Record<(typeof ranges)[number][number], number>>,
): Problem[] => [...reversedRanges(changed, settings), ...unusableSenders(changed)];

/** The problem belongs to the upper end if that changed, else to the lower one. */
const reversedRanges = (changed: readonly Changed[], settings: Parameters<typeof refusedChanges>[1]): Problem[] =>
  ranges.flatMap(([low, high]): Problem[] => {
    if (settings[low] <= settings[high]) return [];
    return changed.some(({ variable }) => variable === high)
      ? [{ variable: high, problem: `is below “${definitionOf(low).label}”: enter at least ${settings[low]}` }]
      : [
          {
            variable: low,
            problem: `is above “${definitionOf(high).label}”: enter at most ${settings[high]}, or raise both`,
          },
        ];
  });

const unusableSenders = (changed: readonly Changed[]): Problem[] =>
  changed.flatMap(({ variable, value }) =>
    variable === "BILLING_SENDER" && value !== null && !isInvoiceSender(value)
      ? [{ variable, problem: "needs at least two lines: the firm's name, then its address" }]
      : [],
  );
