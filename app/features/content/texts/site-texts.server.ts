import { settingChangedAt } from "#app/features/settings/stored-settings.server.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { callTitle, offersFreeCall } from "#app/lib/offered-calls.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env, keptWithSettings, type Settings } from "#app/platform/env.server.ts";
import type { textDefinitions as settingDefinitions } from "#app/platform/settings/text-definitions.server.ts";
import { automationPath, isOwnAutomation, readCatalogFrom } from "../automations/automation-grid.ts";
import { findAutomation } from "../automations/automations.ts";
import { readHiddenFrom } from "../automations/hidden.ts";
import { sheetCodes } from "../blueprint-sheets.ts";
import { aboutTools } from "../counts.ts";
import { firmPrices } from "../prices.server.ts";
import { codeWithin, guaranteeDays, promised } from "../promises.ts";
import { textInForce } from "./legal-days.server.ts";
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

type TextVariable = keyof typeof settingDefinitions;

/** The environment variable of the setting that keeps the text: `TEXT_OUR_STORY`. */
export const textVariable = (key: TextKey) => `TEXT_${key.replaceAll("-", "_").toUpperCase()}` as TextVariable;

/** The firm's own text that applies, as it is written; null while the default one applies. */
const ownText = (key: TextKey): string | null => {
  const inForce = key === "terms" || key === "privacy" ? textInForce(key) : undefined;
  return inForce === undefined ? (env()[textVariable(key)] ?? null) : inForce;
};

/** The problem of a text that would be kept, to continue the setting's name; null for none. */
export function textProblem(key: TextKey, text: string): string | null {
  const [problem] = readText(key, text, textFacts()).problems;
  return problem ? notUsable(problem) : null;
}

const notUsable = (problem: string) => `is not usable: ${problem.replace(/\.$/, "")}`;

type Shown<Key extends TextKey> = { own: string | null; value: SiteTexts[Key]; problems: readonly string[] };

const read = keptWithSettings(() => {
  const facts = textFacts();
  const kept = new Map<TextKey, Shown<TextKey>>();
  return <Key extends TextKey>(key: Key): Shown<Key> => {
    const own = ownText(key);
    if (kept.get(key)?.own !== own) kept.set(key, shownText(key, own, facts));
    return kept.get(key) as Shown<Key>;
  };
});

/** A text of the environment, or of a release that read it differently, may have problems; then the default one is shown. */
function shownText<Key extends TextKey>(key: Key, own: string | null, facts: TextFacts): Shown<Key> {
  const { value, problems } = readText(key, own ?? textDefinitions[key].preset, facts, { isKept: true });
  if (own === null || problems.length === 0) return { own, value, problems: [] };
  return { own, problems, value: readText(key, textDefinitions[key].preset, facts).value };
}

/** A text of the site as its page shows it. */
export const siteText = <Key extends TextKey>(key: Key): SiteTexts[Key] => read()(key).value;

/** Whether the page shows a text of the firm's own. */
export function isOwnText(key: TextKey): boolean {
  const { own, problems } = read()(key);
  return own !== null && problems.length === 0;
}

/** Own texts that cannot be read, so that the default ones are shown: their settings, each with a problem to continue its name. */
export const unreadableTexts = (): { name: string; problem: string }[] =>
  textKeys.flatMap((key) => {
    const [problem] = read()(key).problems;
    return problem ? [{ name: textSetting(key), problem: notUsable(problem) }] : [];
  });

readCatalogFrom(() => siteText("automations"));
readHiddenFrom(() => siteText("automations").hidden.flatMap(({ id }) => (findAutomation(id) ? [id] : [])));

/** The addresses that the text of a key is shown at. */
function pathsOf(key: TextKey): string[] {
  if (key === "footer") return [];
  const own = key === "automations" ? siteText(key).shown.filter(isOwnAutomation) : [];
  return [textDefinitions[key].path, ...own.map(({ id }) => automationPath(id))];
}

readTextSummaryFrom(() => {
  return {
    questions: siteText("faq").flatMap(({ questions }) => questions).length,
    programs: siteText("training").programs,
    terms: isOwnText("terms") ? siteText("terms").sections.map(({ id }) => id) : null,
    own: Object.fromEntries(
      (["our-story", "privacy", "terms"] as const)
        .filter(isOwnText)
        .map((key) => [textDefinitions[key].path, siteText(key)]),
    ),
    changedOn: Object.fromEntries(
      textKeys.flatMap((key) => {
        const changedAt = settingChangedAt(textSetting(key));
        if (!changedAt) return [];
        return pathsOf(key).map((path) => [path, companyDates().isoDay(changedAt)]);
      }),
    ),
  };
});
