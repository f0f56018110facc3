import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { agendaSentence, strategyAgenda } from "#app/features/booking/booking.ts";
import { counts } from "#app/features/content/counts.ts";
import { approachSteps } from "#app/features/content/pages/approach-steps.ts";
import { analysisMinutes, buildTime, guaranteeDays, projectWeeks, promised } from "#app/features/content/promises.ts";
import { plainText, textsOf } from "#app/features/content/rich-text.ts";
import { siteText } from "#app/features/content/texts/site-texts.server.ts";
import { programCount } from "#app/features/content/texts/text-facts.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import { platforms } from "#app/features/kit/files/guides.ts";
import { templates } from "#app/features/kit/files/templates.ts";
import { currentModel } from "#app/features/roi/inputs/parameters.ts";
import { claims } from "#app/features/roi/wording/claims.ts";
import { guaranteeMeasured, stepEnds } from "#app/routes/site/our-approach/time-scale.ts";

/*
 * User-facing texts print the promises of promises.ts and the prices of pricing.ts. The first test reads the sources: a
 * number that is spelled out there could become inconsistent.
 */

/** Texts about something else: work of a client's team, the share card's picture, an hour count of the training. */
const aboutOther = [
  /automation-stories\//,
  /blueprint-cards\.ts$/,
  /training-preset\.ts$/,
  /process-suggestions\.ts$/,
  /features\/content\/(promises|prices)\.ts$/,
];
const sources = globSync([
  "app/features/{content,roi}/**/*.ts",
  "app/features/**/emails/*.tsx",
  "app/features/**/pdf/*.tsx",
  "app/features/**/ui/**/*.tsx",
  "app/features/{access,analysis,billing,full-blueprint,newsletter,training,wizard}/**/*.ts",
  "app/features/sequences/definitions/built-in.ts",
  "app/features/booking/{booking,hosts/default-host.server}.ts",
  "app/routes/{site,blueprint,booking,account}/**/*.tsx",
  "app/shell/**/*.tsx",
  "server/pages/site-texts.ts",
])
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.test\.tsx?$/.test(path) && !aboutOther.some((other) => other.test(path)));

/** The source without comments, with string concatenations joined. */
const wordsOf = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replaceAll(/\{" "\}|\s+/g, " ")
    .replaceAll(/ {2,}/g, " ");

/** Patterns that no text may spell out, with exceptions for sentences with another meaning. */
const spelledOut: { what: string; words: RegExp; except?: RegExp }[] = [
  {
    what: "business days",
    words: /\b(\d+|one|four|ten)( to \d+| or \w+)? business days?\b/i,
    // The acceptance of a project (terms), and the bank account of an invoice.
    except: /within 10 business days what does not|answer to this invoice/,
  },
  { what: "project weeks", words: /\b(2-6|two to six|2 to 6) weeks\b/i },
  {
    what: "length of a call",
    words: /\b(30|45|thirty|forty-five)[- ]minutes?\b|\b15 (\+|min|on|for)\b[^.]{0,60}\b20\b/i,
    except: /under 30 minutes per person/,
  },
  {
    what: "a count of records (counts.ts, training-preset.ts)",
    words:
      /\b(eighteen|18) ([a-z]+ )?automations\b|of (the )?eighteen\b|\b(twenty|20) (questions|answers)\b|\b(fifteen|15|five) ([a-z]+ )?templates\b|\bthree (programs|platforms)\b|\b(six|6) sheets\b|\b(four|4) areas\b|\babout (seventy|70)\b/i,
  },
  {
    what: "training programs, which the firm can change (training-text.ts)",
    words: /\bworkshop\b[^.]{0,40}\bcertification\b|\bour (<a[^>]*>)?(workshop|certification|seminar)\b/i,
    // The default terms list them too; texts.test.ts compares.
    except: /- Training: a workshop/,
  },
  { what: "day of the guarantee", words: /\bday[s]? (90|ninety)\b/i },
  {
    what: "a section of the terms by a number that moves",
    words: /\bsections? \d+\b[^.]{0,40}\bterms\b|\bterms\b[^.]{0,40}\bsection \d+\b/i,
  },
  { what: "a source that we do not have", words: /published (industry|average|figures)|industry surveys/i },
  {
    what: "numbers without the wait for the access code",
    words: /fifteen minutes from now|in fifteen minutes you (have|could)|after fifteen minutes you/i,
  },
  { what: "answer", words: /\bwithin 24 hours\b/i, except: /more than .* devices within 24 hours/ },
  { what: "notice of a retainer", words: /\b30 days' written notice\b/i },
  {
    what: "price",
    words: /\b499\b|\$5,000\b|\$2,000\b|\$25,000\b|\b(5,000|2,000|25,000) USD\b/,
    except: /Values between 2,000 and 25,000/,
  },
  {
    what: "an architect working before one is assigned",
    words: /architect (begins|starts|draws it now)|is being (drawn|prepared) (now|already)|starts? to draw/i,
  },
  {
    what: "AI",
    words: /\bAI[- ]powered\b/i,
    except: /an AI-powered automation analysis|"AI-powered automation analysis"|[#"]ai-powered[")]/,
  },
];

test("no page, mail or document spells out a promise or a price", () => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((path) => {
    const text = wordsOf(readFileSync(path, "utf8"));
    return spelledOut.flatMap(({ what, words, except }) =>
      [...text.matchAll(new RegExp(words, "gi"))]
        .map(({ index }) => text.slice(Math.max(0, index - 60), index + 80))
        .filter((around) => !except?.test(around))
        .map((around) => `${path}: ${what}: ${around}`),
    );
  });
  expect(found).toEqual([]);
});

test("the counts in sentences are those of the records", () => {
  expect(counts).toEqual({
    questions: siteText("faq").flatMap(({ questions }) => questions).length,
    templates: templates.length,
    platforms: platforms.length,
    tools: tools.length,
  });
  expect([programCount(1), programCount(3)]).toEqual(["one program", "three programs"]);
});

test("the minutes of the strategy session add up to its length", () => {
  expect(strategyAgenda(45).map(({ minutes }) => minutes)).toEqual([15, 20, 10]);
  expect(agendaSentence(strategyAgenda(45))).toBe(
    "The 45 minutes: 15 for findings and ROI, 20 for the priority deep dive, 10 for the roadmap.",
  );
  expect(strategyAgenda(30).map(({ minutes }) => minutes)).toEqual([10, 15, 5]);
  for (const length of [5, 7, 10, 15, 20, 25, 50, 60, 75, 90, 720]) {
    const minutes = strategyAgenda(length).map((part) => part.minutes);
    expect(minutes.reduce((sum, part) => sum + part, 0)).toBe(length);
    expect(Math.min(...minutes)).toBeGreaterThan(0);
  }
});

test("the months of the model fit into projects of the promised length", () => {
  expect(buildTime(1)).toBe("1 month to build");
  expect(buildTime(3)).toBe("3 months to build, in projects of 2-6 weeks each");
  const weeksPerMonth = 52 / 12;
  for (let months = 1; months <= currentModel.buildMonthsMost; months++) {
    const fewest = Math.ceil((months * weeksPerMonth) / projectWeeks.to);
    expect((months * weeksPerMonth) / fewest).toBeGreaterThanOrEqual(projectWeeks.from);
  }
});

test("day 90 of the guarantee is one day: after handover, in FAQ, terms, note and approach, and drawn there", () => {
  expect(promised.guaranteeDay).toBe(`day ${guaranteeDays} after handover`);
  const texts = [siteText("faq"), siteText("terms"), claims.guarantee, approachSteps].map((text) =>
    JSON.stringify(text),
  );
  for (const text of texts) expect(text).toContain(promised.guaranteeDay);
  const dayMinutes = 24 * 60;
  expect((guaranteeMeasured - stepEnds[2]) / dayMinutes).toBe(guaranteeDays);
});

test("the FAQ prints the promises", () => {
  const questions = siteText("faq").flatMap((section) => section.questions);
  const answer = (id: string) =>
    textsOf(questions.find((question) => question.id === id)!.answer)
      .map((text) => plainText(text))
      .join(" ");
  expect(answer("full-blueprint")).toContain("a free strategy call");
  expect(answer("full-blueprint")).toContain(promised.blueprint);
  expect(answer("how-long")).toContain(promised.project);
  expect(answer("our-time")).toContain(`${analysisMinutes} minutes`);
});
