import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { listBlueprints } from "#app/features/analysis/revisions/blueprint-list.server.ts";
import { BlueprintList } from "#app/features/analysis/ui/revisions/blueprint-list.tsx";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import { freeBlueprintSheets } from "#app/features/content/blueprint-sheets.ts";
import { stepLabels, stepMinutes } from "#app/features/wizard/wizard-steps.ts";
import { titled } from "#app/lib/firm.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import type { blueprintEndpoints } from "#app/routes/api/blueprint/blueprint.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { type Answer, client } from "#app/shell/api-client.ts";
import { EstimateOffer } from "#app/shell/blueprint/estimate-offer.tsx";
import { turnAway, wizardMember } from "#app/shell/blueprint/member.server.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { useKeptFocus } from "#app/ui/dialogs/use-kept-focus.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ToastHost } from "#app/ui/feedback/toast.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/mode";
import css from "./mode.module.css";

const call = client<typeof blueprintEndpoints>();

export const meta = () => [titled("Your blueprint")];

export async function loader(asking: Route.LoaderArgs) {
  const ctx = await wizardMember(asking);
  const list = await listBlueprints(ctx);
  if (!list.ok) return turnAway(list.reason);
  return {
    account: await visibleAccount(ctx),
    blueprints: list.value.map(({ about, name, ...entry }) => ({ ...entry, companyName: name || about.companyName })),
  };
}

const blueprintIn = (form: FormFields) => ({ id: form.text("id") });

const actions = {
  duplicate: async (form: FormFields) =>
    outcomeOf("duplicate", form, await call("POST /blueprints/{id}/duplicates", blueprintIn(form))),
  delete: async (form: FormFields) =>
    outcomeOf("delete", form, await call("DELETE /blueprints/{id}", blueprintIn(form))),
  restore: async (form: FormFields) =>
    outcomeOf("restore", form, await call("POST /blueprints/{id}/restoration", blueprintIn(form))),
};
type Intent = IntentOf<typeof actions>;

type Outcome =
  | { kind: "refused"; message: string }
  | { kind: "done"; key: string; intent: "duplicate" | "delete" | "restore"; id: string; name: string };

/** Returns the result of an action with a unique key, or the reason for a refusal. */
function outcomeOf(intent: "duplicate" | "delete" | "restore", form: FormFields, answer: Answer<unknown>): Outcome {
  if (!answer.ok) return { kind: "refused", message: answer.error.message };
  const id = form.text("id");
  return { kind: "done", key: `${intent} ${id} ${Date.now()}`, intent, id, name: form.text("name") };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  runIntent<Outcome>(await request.formData(), actions);

const parts = [
  { step: "profile", text: "Your company's size, industry and goals, and what an hour of your team's time costs." },
  { step: "tech-stack", text: "What you pay for, with list prices to correct. Pick from the list, or add your own." },
  { step: "processes", text: "The work done by hand, in hours per week. The estimate updates as you type." },
] as const;

export default function Mode({ loaderData: { account, blueprints } }: Route.ComponentProps) {
  const fetcher = useFetcher<typeof clientAction>();
  const [gone, setGone] = useState<string>();
  const answer = fetcher.data;
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  const act = (intent: Intent, id: string) => {
    const name = blueprints.find((one) => one.id === id)?.companyName || "The blueprint";
    void fetcher.submit({ intent, id, name }, { method: "post" });
  };
  useEffect(() => trackFunnel("wizard", "mode_viewed"), []);
  const toast =
    answer?.kind === "done" && answer.key !== gone
      ? {
          id: answer.key,
          kind: "done" as const,
          text: `${answer.name} ${doneMessages[answer.intent]}.`,
        }
      : null;
  return (
    <>
      <AppHeader
        scripted="Starting and changing a blueprint need JavaScript."
        account={account && accountEntry(account)}
      />
      <main id="main">
        <PageHead
          title="Start your blueprint"
          lede={
            <>
              You end up with the five best automations, in order, with their figures and sources.{" "}
              <span className={css.saving}>Everything is saved as you type.</span>
            </>
          }
        />
        <div className="wrap">
          <EstimateOffer className={css.notice} />
        </div>
        <section className={`wrap ${css.start}`} aria-label="Two ways">
          <div className={`grid sheet-surface ${css.card}`}>
            <div className={`stack start gap-60 ${css.words}`}>
              <p className="note">Three steps of five minutes</p>
              <h2 className="t2">Guided blueprint</h2>
              <ol className={`full-width rule-top ${css.parts}`}>
                {parts.map(({ step, text }, index) => (
                  <li className="grid baseline" key={step}>
                    <span className="note">{index + 1}</span>
                    <div>
                      <h3 className="t4">{stepLabels[step]}</h3>
                      <p className="small">{text}</p>
                    </div>
                    <span className="note">{stepMinutes} min</span>
                  </li>
                ))}
              </ol>
              <p className={`small ${css.ready}`}>
                What to prepare: the monthly cost of your tools, and a rough idea of how much time people spend on what.
              </p>
              <ButtonLink variant="primary" forward href="/blueprint/wizard/profile?blueprint=new">
                Start guided blueprint
              </ButtonLink>
            </div>
            <div className={`stack start gap-60 ${css.quick}`}>
              <p className="note">One page, about five minutes</p>
              <h2 className="t2">Quick start</h2>
              <p className={css.pitch}>
                Two answers and a few checkboxes. The rest is filled in with values that are typical for your size, each
                marked as assumed. You can change any of them, right there or later in the guided blueprint.
              </p>
              <ul className={`full-width rule-top ${css.sheets}`}>
                {freeBlueprintSheets.map(({ code, title }) => (
                  <li className="ui-size" key={code}>
                    <span className="note">{code}</span> {title}
                  </li>
                ))}
              </ul>
              <p className="small">The same five sheets from the same model, just with rougher answers.</p>
              <ButtonLink forward href="/quick-start">
                Take the quick start
              </ButtonLink>
            </div>
          </div>
        </section>
        <section ref={section} className={`wrap ${css.earlier}`} aria-labelledby="earlier">
          <h2 className="t3" id="earlier">
            Your blueprints
          </h2>
          {answer?.kind === "refused" && (
            <Notice kind="critical" live className={css.notice}>
              {answer.message}
            </Notice>
          )}
          {blueprints.length === 0 ? (
            <Empty
              level={3}
              title="None yet"
              text="A blueprint appears here with your first answer, and you can close the tab at any time."
            />
          ) : (
            <BlueprintList
              blueprints={blueprints}
              busyId={fetcher.state === "idle" ? undefined : String(fetcher.formData?.get("id"))}
              onDuplicate={(id) => act("duplicate", id)}
              onDelete={(id) => act("delete", id)}
            />
          )}
          <ToastHost
            toast={toast}
            onGone={() => answer?.kind === "done" && setGone(answer.key)}
            action={
              answer?.kind === "done" &&
              answer.intent === "delete" && (
                <button
                  type="button"
                  onClick={() => {
                    setGone(answer.key);
                    act("restore", answer.id);
                  }}
                >
                  Undo
                </button>
              )
            }
          />
        </section>
      </main>
    </>
  );
}

const doneMessages: Readonly<Record<Intent, string>> = {
  duplicate: "is copied into a new draft",
  delete: "is deleted",
  restore: "is back",
};
