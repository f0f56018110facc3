import { useFetcher } from "react-router";
import { api, ask } from "../../api-client.ts";
import { listBlueprints } from "../../features/blueprint/drafts.server.ts";
import { BlueprintList } from "../../features/blueprint/ui/blueprint-list.tsx";
import { stepMinutes, stepWords } from "../../features/blueprint/wizard-steps.ts";
import { AppHeader } from "../../ui/app-header.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { accountEntry } from "../account-entry.tsx";
import { visibleAccount } from "../visible-account.server.ts";
import type { Route } from "./+types/mode";
import { turnAway, wizardMember } from "./member.server.ts";
import css from "./mode.module.css";

export const meta = () => [{ title: "Your blueprint | GTMarc" }];

export async function loader(asking: Route.LoaderArgs) {
  const ctx = await wizardMember(asking);
  const list = await listBlueprints(ctx);
  if (!list.ok) return turnAway(list.reason);
  return {
    account: await visibleAccount(ctx),
    blueprints: list.value.map(({ about, ...entry }) => ({ ...entry, companyName: about.companyName })),
  };
}

/** `intent`: duplicate or delete, of the blueprint `id`. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const param = { id: String(form.get("id")) };
  const answer =
    form.get("intent") === "duplicate"
      ? await ask(api.api.blueprints[":id"].duplicates.$post({ param }))
      : await ask(api.api.blueprints[":id"].$delete({ param }));
  return answer.ok ? null : { message: answer.error.message };
}

const parts = [
  { step: "profile", text: "Size, industry and aim of the company, and what an hour of its people costs." },
  { step: "tech-stack", text: "What you pay for, with list prices to correct. Seventy tools are known; add your own." },
  { step: "processes", text: "The work done by hand, in hours per week. The estimate moves as you type." },
] as const;

const sheets = [
  { number: "A-01", name: "Where the hours go today" },
  { number: "A-02", name: "Five automations, in order" },
  { number: "A-03", name: "Return model with its range" },
  { number: "A-04", name: "A plan for ninety days" },
] as const;

export default function Mode({ loaderData: { account, blueprints } }: Route.ComponentProps) {
  const fetcher = useFetcher<typeof clientAction>();
  const act = (intent: "duplicate" | "delete", id: string) => void fetcher.submit({ intent, id }, { method: "post" });
  return (
    <>
      <AppHeader account={account && accountEntry(account)} />
      <main id="main">
        <PageHead
          title="Start your blueprint"
          lede="Three steps of five minutes. At the end stand the five automations worth building, in order, with their figures and where these come from."
        />
        <section className={`wrap ${css.start}`} aria-labelledby="guided">
          <div className={css.card}>
            <div className={css.words}>
              <h2 className="t2" id="guided">
                Guided blueprint
              </h2>
              <ol className={css.parts}>
                {parts.map(({ step, text }, index) => (
                  <li key={step}>
                    <span className="note">{index + 1}</span>
                    <div>
                      <h3 className="t4">{stepWords[step]}</h3>
                      <p className="small">{text}</p>
                    </div>
                    <span className={`note ${css.time}`}>{stepMinutes} min</span>
                  </li>
                ))}
              </ol>
              <p className={`small ${css.ready}`}>
                Good to have at hand: what your tools cost a month, and a feeling for who spends how long on what.
                Everything is saved as you type.
              </p>
            </div>
            <div className={css.go}>
              <div>
                <h3 className="note">What you get</h3>
                <ul className={css.sheets}>
                  {sheets.map(({ number, name }) => (
                    <li key={number}>
                      <span className="note">{number}</span> {name}
                    </li>
                  ))}
                </ul>
              </div>
              <ButtonLink variant="primary" forward href="/blueprint/wizard/profile?blueprint=new">
                Start guided blueprint
              </ButtonLink>
            </div>
          </div>
        </section>
        <section className={`wrap ${css.earlier}`} aria-labelledby="earlier">
          <h2 className="t3" id="earlier">
            Your blueprints
          </h2>
          {fetcher.data?.message && (
            <Notice kind="critical" live className={css.notice}>
              {fetcher.data.message}
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
        </section>
      </main>
    </>
  );
}
