import type { ReactNode } from "react";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { prices } from "#app/features/content/prices.ts";
import { type WayId, ways } from "#app/features/content/pricing.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { bookLink } from "#app/lib/offered-calls.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { type FullBlueprintStage, invoicedAmount, stageLabels } from "../full-blueprint.ts";
import css from "./full-blueprint-section.module.css";

export type PaymentNote =
  | { kind: "invoiced"; number: string; amountCents: number }
  | { kind: "processing" }
  | { kind: "refunded" }
  | null;

const contents = [
  "Every automation in scope, step by step: fields, triggers, conditions",
  "A diagram of each workflow, including what happens when a part fails",
  "Acceptance tests, so that you know when a build is finished",
  "The work in order, as tasks with an owner and a week",
] as const;

/** Sheet A-06 at the end of an analysis. */
export function FullBlueprintSection({
  blueprintId,
  standing,
  payment,
  wasCancelled,
  call,
}: {
  blueprintId: string;
  /** Null while it is locked. */
  standing: { stage: FullBlueprintStage } | null;
  payment: PaymentNote;
  /** Returned from the payment page without paying. */
  wasCancelled: boolean;
  call: ReactNode;
}) {
  const talk = bookLink("session", { label: "Talk to an architect", query: `?blueprint=${blueprintId}` });
  return (
    <BlueprintBand id="full-blueprint">
      <p className="note">{sheetCodes.fullBlueprint}</p>
      <div className={`grid start top-100 ${css.columns}`}>
        <div>
          <h2 className="t1">{standing ? "Your full blueprint" : "The full blueprint"}</h2>
          <p className="lede top-100">
            The analysis says what to build and what it should return. The full blueprint, prepared by an architect,
            shows a builder how.
          </p>
          {wasCancelled && !standing && (
            <div className={css.notice}>
              <Notice kind="info" live>
                You left the payment page, and nothing was charged. You can still choose another way.
              </Notice>
            </div>
          )}
          {standing ? <Open blueprintId={blueprintId} stage={standing.stage} /> : null}
          {!standing && payment ? <Paying blueprintId={blueprintId} payment={payment} /> : null}
          {!standing && (
            <>
              <h3 className="vh">{call ? "Three" : "Two"} ways to it</h3>
              <ol className={`top-175 rule-top ${css.ways}`}>
                {call && <Way id="call" recommended act={call} />}
                <Way
                  id="unlock"
                  act={
                    payment?.kind === "invoiced" ? (
                      <ButtonLink size={40} href="/invoices">
                        Open the invoice
                      </ButtonLink>
                    ) : (
                      <ButtonLink size={40} href={`/blueprint/${blueprintId}/unlock`}>
                        Unlock for {wholeUsd(prices.unlockUsd)}
                      </ButtonLink>
                    )
                  }
                />
                <Way
                  id="implementation"
                  act={
                    <ButtonLink size={40} href={talk.href}>
                      {talk.label}
                    </ButtonLink>
                  }
                />
              </ol>
            </>
          )}
        </div>
        <div className={`framed ${css.sheet}`}>
          <h3 className="t4">What is in it</h3>
          <ol className={css.contents}>
            {contents.map((text, index) => (
              <li className="grid baseline ui-size lh-145" key={text}>
                <span className="note">
                  {sheetCodes.fullBlueprint}.{index + 1}
                </span>{" "}
                {text}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </BlueprintBand>
  );
}

function Way({ id, recommended, act }: { id: WayId; recommended?: boolean; act: ReactNode }) {
  const { name, price, terms, answers } = ways.find((way) => way.id === id)!;
  return (
    <li className={`line middle between gap-150 ${css.way}`}>
      <div>
        <p className="cluster gap-60 soft smaller">
          {name} {recommended && <Badge kind="trace">Recommended</Badge>}
        </p>
        <p className={css.price}>
          {price} <small className="smaller weight-400 soft">{terms}</small>
        </p>
        <p className={`smaller lh-145 soft ${css.when}`}>
          {answers.When}. Best if {lowerFirst(answers["Best if"])}.
        </p>
      </div>
      <div className={`rigid ${css.act}`}>{act}</div>
    </li>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const openTexts: Record<Exclude<FullBlueprintStage, "published">, string> = {
  requested: "It is unlocked, and we will assign an architect.",
  assigned: "It is unlocked and has an architect.",
  "in-review": "It is complete and in review.",
};

function Open({ blueprintId, stage }: { blueprintId: string; stage: FullBlueprintStage }) {
  const isPublished = stage === "published";
  return (
    <div className={`cluster middle between sheet-surface ${css.open}`}>
      <div>
        <p className="note">{isPublished ? "Published" : `Stage: ${stageLabels[stage].toLowerCase()}`}</p>
        <p className="t4">{isPublished ? "Your full blueprint is here." : openTexts[stage]}</p>
      </div>
      <ButtonLink
        variant="primary"
        forward
        href={isPublished ? `/blueprint/${blueprintId}/full` : `/blueprint/coming-soon?blueprint=${blueprintId}`}
      >
        {isPublished ? "Open the full blueprint" : "See its status"}
      </ButtonLink>
    </div>
  );
}

function Paying({ blueprintId, payment }: { blueprintId: string; payment: NonNullable<PaymentNote> }) {
  const where = <a href={`/blueprint/coming-soon?blueprint=${blueprintId}`}>See its status</a>;
  return (
    <div className={css.notice}>
      {payment.kind === "invoiced" && (
        <Notice kind="info" title={`Invoice ${payment.number} is open`}>
          {invoicedAmount(payment.amountCents)} The blueprint is unlocked when we receive the payment. {where}.
        </Notice>
      )}
      {payment.kind === "processing" && (
        <Notice kind="info" title="Your payment is on its way">
          Bank payments take a few days. The blueprint is unlocked when the money arrives. {where}.
        </Notice>
      )}
      {payment.kind === "refunded" && (
        <Notice kind="info" title="Your payment was refunded">
          The blueprint is therefore locked again. You can unlock it again in another way.{" "}
          <a href="/invoices">See your invoices</a>.
        </Notice>
      )}
    </div>
  );
}
