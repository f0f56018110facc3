// Words that the code, the documents and the interface do not use, with what to write instead. Terms: docs/glossary.md.

type Rule = { words: RegExp; instead: string; exceptIn?: RegExp };

/** Copy for visitors, in which these are ordinary English: "tell us", "what stands behind it", "handed over with its tests". */
const copy =
  /^app\/features\/(content|kit)\/|^app\/routes\/site\/|\/emails\/|\/narrative|(bar-labels|claim-readings)\.ts|^server\/demo\//;

const rules: readonly Rule[] = [
  { words: /(?<!["'`:])\bnobody\b(?!["'`:@])/gi, instead: "no one, or name the role" },
  { words: /\bsomebody\b/gi, instead: "someone, a user, the visitor" },
  { words: /\b(whoever|whomever|thereof)\b/gi, instead: "name the person or role" },
  { words: /(?<!-)\bbegun\b/gi, instead: "started" },
  { words: /\bturned numbers?\b/gi, instead: "adjusted value" },
  { words: /\bworth having at hand\b/gi, instead: "what to prepare" },
  { words: /\bpapers\b/gi, instead: "documents" },
  { words: /\b(stands|stood)\b(?! for\b)/gi, instead: "is, appears, is listed", exceptIn: copy },
  { words: /\b(told|tells?|telling)\b(?! us\b)/gi, instead: "notify, show, report, distinguish", exceptIn: copy },
  { words: /\ba look (at|that)\b/gi, instead: "a check" },
  { words: /\bhand(s|ed|ing)?( \w+)? (over|out|back)\b/gi, instead: "pass, issue, return", exceptIn: copy },
  { words: /\b(give|gives|given|gave|giving)( \w+)? back\b/gi, instead: "return, release", exceptIn: copy },
  { words: /\b(take|takes|taken|took|taking)( it| them)? back\b/gi, instead: "undo, withdraw, cancel" },
  { words: /\b(server|endpoint|API|PostgreSQL|Stripe|Calendly) answers\b/g, instead: "returns, responds" },
  { words: /\b(other|another|this) rooms?\b/gi, instead: "feature" },
  { words: /\bmost[A-Z]\w*/g, instead: "maxX" },
  { words: /\b\w*[Dd]esk[A-Z]\w*|\b[a-z]\w*Desk\b/g, instead: "Admin" },
  { words: /\b(wholeWay|lesson|Beside(?= =)|asNobody|Paper[A-Z][a-z]\w*|\w+Acts?)\b/g, instead: "the field's term" },
  { words: /\b(?!contains|resembles|count|in|mail|max|same|search)[a-z]+Words\b/g, instead: "Labels, Messages" },
];

/** A user of the operating system, the text of a template that n8n ran, output of a run. */
const reviewed: readonly [file: RegExp, word: RegExp][] = [
  [/^app\/platform\/postgres\/owner\.server/, /^nobody$/],
  [/^docs\/decisions\/0080-/, /^told$/],
  [/^app\/features\/kit\/templates\.ts$/, /^nobody$/],
];

export function wordProblems(file: string, text: string): string[] {
  const allowed = reviewed.filter(([files]) => files.test(file)).map(([, word]) => word);
  return text
    .split("\n")
    .flatMap((line, place) =>
      rules
        .filter(({ exceptIn }) => !exceptIn?.test(file))
        .flatMap(({ words, instead }) =>
          [...line.matchAll(words)]
            .filter(([word]) => !allowed.some((pattern) => pattern.test(word)))
            .map(([word]) => `${file}:${place + 1}: "${word}"; write ${instead}`),
        ),
    );
}
