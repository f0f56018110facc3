import { codeLifeDays } from "#app/features/access/access.ts";
import { freeSheets } from "#app/features/content/blueprint-sheets.ts";
import { templateFiles } from "#app/features/content/counts.ts";
import { prices } from "#app/features/content/prices.ts";
import { promised } from "#app/features/content/promises.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { offersFreeCall } from "#app/lib/offered-calls.ts";
import { opensNewsletter } from "#app/shell/site/newsletter-opener.ts";
import { ButtonLink, buttonClass } from "#app/ui/buttons/button.tsx";
import { Accordion, type AccordionItem } from "#app/ui/sections/accordion.tsx";
import css from "./questions.module.css";

/** A function: prices change while the site runs. */
const questions = (): readonly AccordionItem[] => [
  {
    title: "Is the analysis really free?",
    body: (
      <p>
        Yes. {freeSheets} are free, with no card and no call. Everything that costs money is optional: the full
        blueprint for {wholeUsd(prices.unlockUsd)}
        {offersFreeCall() && " if you would rather skip the free strategy call"}, a project from{" "}
        {wholeUsd(prices.projectFromUsd)}, or Managed RevOps from {wholeUsd(prices.retainerFromUsdPerMonth)} a month.{" "}
        <a href="/pricing">All prices</a> are on one page.
      </p>
    ),
  },
  {
    title: "Why is there an access code?",
    body: (
      <p>
        We give firms access one at a time, so that an architect has time for each firm’s questions. Use your work
        address; the code comes by email. It is valid for {codeLifeDays} days and works once, for the account with that
        address only.
      </p>
    ),
  },
  {
    title: "What do I need before I start?",
    body: (
      <p>
        A rough idea of what you pay for software each month and of the work that eats up your team's week: who does it,
        how many hours it takes, and how often. Three processes are enough. You can stop at any time; every answer is
        saved.
      </p>
    ),
  },
  {
    title: "Where do the figures come from?",
    body: (
      <p>
        From your answers and a published model: the share of each kind of work that can be automated, how much of it
        teams adopt, and how much of the freed time turns into value. Hours and value have a low, an expected and a high
        case. <a href="/assumptions">All assumptions</a>, with their origins.
      </p>
    ),
  },
  {
    title: "What is the difference between the analysis and the full blueprint?",
    body: (
      <p>
        The analysis tells you what to build, in what order, and what it should return. The full blueprint tells a
        builder how: fields, triggers, steps, failure handling and tests for every automation in scope. An architect
        delivers it in {promised.blueprint} from kickoff.
      </p>
    ),
  },
  {
    title: "Do you need access to our systems?",
    body: (
      <p>
        No. The wizard asks about your tools and volumes and connects to none of them. When a project starts, we ask for
        access only to what that project touches, in your accounts, under your logins.{" "}
        <a href="/faq#security-trust">Security & Trust</a> has the details.
      </p>
    ),
  },
  {
    title: "Are there native apps?",
    body: (
      <>
        <p>
          Not today. The wizard and your analysis run in the browser, including on a phone, and you can save the
          analysis as a PDF. What we automate runs in the tools you already have, so your team has nothing to install.
        </p>
        <p>
          <button className={buttonClass({ variant: "tertiary", size: 40 })} {...opensNewsletter}>
            Get the newsletter to hear when that changes
          </button>
        </p>
      </>
    ),
  },
  {
    title: "What if automation is not worth it for us?",
    body: (
      <p>
        Then the analysis says so. An automation that does not pay for itself within twelve months is listed under
        “later,” with what would change that, and we do not sell it. The <a href="/downloads">starter kit</a> is free
        either way: {templateFiles} templates and a spreadsheet to track your own return.
      </p>
    ),
  },
];

export function Questions() {
  return (
    <section className="sec sheet-surface" aria-labelledby="questions">
      <div className="wrap g12">
        <div className={css.head}>
          <h2 className="t1" id="questions">
            Before you ask for your code
          </h2>
          <p className={`top-175 ${css.more}`}>
            <ButtonLink variant="tertiary" href="/faq">
              All questions
            </ButtonLink>
          </p>
        </div>
        <div className={css.list}>
          <Accordion name="landing-questions" items={questions()} />
        </div>
      </div>
    </section>
  );
}
