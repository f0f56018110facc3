import { settingChangedAt } from "#app/features/settings/stored-settings.server.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { callTitle, offersFreeCall } from "#app/lib/offered-calls.ts";
import { companyDates } from "#app/platform/company-dates.server.ts";
import { env, keptWithSettings, type Settings } from "#app/platform/env.server.ts";
import { sheetCodes } from "../blueprint-sheets.ts";
import { aboutTools } from "../counts.ts";
import { firmPrices } from "../prices.server.ts";
import { codeWithin, guaranteeDays, promised } from "../promises.ts";
import { readTextSummaryFrom } from "./text-facts.ts";
import type { TextFacts } from "./text-reader.ts";
import { readText, type SiteTexts, type TextKey, textDefinitions, textKeys, textSetting } from "./texts.ts";

/** What texts can write as `{{name}}`, with its value now. */
export function textFacts(settings: Settings = env()): TextFacts {
  const prices = firmPrices(settings);
  const fee = wholeUsd(prices.unlockUsd);
  return {
    firm_name: settings.FIRM_NAME,
    contact_email: settings.CONTACT_EMAIL,
    price_unlock: fee,
    price_project_from: wholeUsd(prices.projectFromUsd),
    price_project_to: wholeUsd(prices.projectTypicalToUsd),
    price_retainer: wholeUsd(prices.retainerFromUsdPerMonth),
    code_within: codeWithin(settings.ACCESS_CODE_DELAY_BUSINESS_DAYS),
    strategy_session: callTitle("session"),
    analysis_time: promised.analysis,
    blueprint_time: promised.blueprint,
    project_time: promised.project,
    architect_time: promised.architect,
    answer_time: promised.answer,
    guarantee_day: promised.guaranteeDay,
    guarantee_days: String(guaranteeDays),
    visit_months: String(settings.ANALYTICS_MONTHS),
    retainer_notice: promised.retainerNotice,
    tool_count: String(aboutTools),
    full_blueprint_sheet: sheetCodes.fullBlueprint,
    full_blueprint_cost: offersFreeCall()
      ? `Nothing, after a free strategy call, which we recommend. Without a call, it is ${fee}, one time.`
      : `${fee}, one time.`,
    full_blueprint_ways: offersFreeCall()
      ? `three ways: after a free strategy call, for a one-time fee of ${fee}, or as part of a full implementation`
      : `two ways: for a one-time fee of ${fee}, or as part of a full implementation`,
  };
}

/** The firm's own text as it is written; null while the specified one applies. */
const ownText = (key: TextKey): string | null => {
  const { TEXT_FAQ, TEXT_OUR_STORY, TEXT_TRAINING, TEXT_PRIVACY, TEXT_TERMS, TEXT_FOOTER } = env();
  const texts: Record<TextKey, string | undefined> = {
    ...{
      faq: TEXT_FAQ,
      "our-story": TEXT_OUR_STORY,
      training: TEXT_TRAINING,
      privacy: TEXT_PRIVACY,
      terms: TEXT_TERMS,
      footer: TEXT_FOOTER,
    },
  };
  return texts[key] ?? null;
};

/** Whether the firm has a text of its own here. */
export const isOwnText = (key: TextKey): boolean => ownText(key) !== null;

/** The problem of a text that would be kept, to continue the setting's name; null for none. */
export function textProblem(key: TextKey, text: string): string | null {
  const [problem] = readText(key, text, textFacts()).problems;
  return problem ? `is not usable: ${problem.replace(/\.$/, "")}` : null;
}

const read = keptWithSettings(() => {
  const facts = textFacts();
  const values = new Map<TextKey, SiteTexts[TextKey]>();
  return <Key extends TextKey>(key: Key): SiteTexts[Key] => {
    if (!values.has(key)) values.set(key, shownText(key, facts));
    return values.get(key) as SiteTexts[Key];
  };
});

/** A text of the environment, or of a release that read it differently, may have problems; then the specified one is shown. */
function shownText<Key extends TextKey>(key: Key, facts: TextFacts): SiteTexts[Key] {
  const own = ownText(key);
  const found = own === null ? null : readText(key, own, facts);
  return found?.problems.length === 0 ? found.value : readText(key, textDefinitions[key].preset, facts).value;
}

/** A text of the site as its page shows it. */
export const siteText = <Key extends TextKey>(key: Key): SiteTexts[Key] => read()(key);

readTextSummaryFrom(() => {
  return {
    questions: siteText("faq").flatMap(({ questions }) => questions).length,
    programs: siteText("training").programs,
    terms: ownText("terms") === null ? null : siteText("terms").sections.map(({ id }) => id),
    own: Object.fromEntries(
      (["our-story", "privacy", "terms"] as const)
        .filter(isOwnText)
        .map((key) => [textDefinitions[key].path, siteText(key)]),
    ),
    changedOn: Object.fromEntries(
      textKeys.flatMap((key) => {
        const changedAt = settingChangedAt(textSetting(key));
        return changedAt && key !== "footer" ? [[textDefinitions[key].path, companyDates().isoDay(changedAt)]] : [];
      }),
    ),
  };
});
