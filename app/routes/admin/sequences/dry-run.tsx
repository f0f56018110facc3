import { Form, Link, useLocation } from "react-router";
import { listSavedViews } from "#app/features/pipeline/lists/saved-views.server.ts";
import { findProspect } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { searchProspects } from "#app/features/pipeline/prospects/search.server.ts";
import { type DryRunOf, dryRun, dryRunView } from "#app/features/sequences/steps/dry-run.server.ts";
import { DryRunDays, type DryRunLine } from "#app/features/sequences/ui/dry-run-days.tsx";
import { searchIn, withQuery } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import { useAdminActions } from "#app/shell/admin/action.tsx";
import { type AdminCtx, admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { RouteChip } from "#app/ui/buttons/route-chip.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import type { Route } from "./+types/dry-run";
import { chosenSequence } from "./chosen-sequence.server.ts";
import { performSequenceAction, type SequenceIntent } from "./sequence-actions.ts";
import { SequenceFrame } from "./sequence-frame.tsx";
import css from "./sequences.module.css";

const days = 30;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const query = new URL(request.url).searchParams;
  const sequence = await chosenSequence(ctx, params.id);
  const search = searchIn(query);
  const [views, found] = await Promise.all([
    listSavedViews(ctx).then(admitted),
    searchProspects(ctx, { words: search.split(/\s+/).filter(Boolean).slice(0, 8), size: 10 }),
  ]);
  const view = views.find(({ id }) => id === query.get("view"));
  const newest = sequence.versions[0]?.number ?? null;
  const of: DryRunOf =
    newest === null || (query.get("of") !== "published" && sequence.isChanged) ? "draft" : "published";
  const run = view
    ? await runView(ctx, sequence.id, view, of)
    : await runPerson(ctx, sequence.id, query.get("prospect") ?? "", of);
  return {
    ...{ of, newest, sequence, search, found, run, viewId: view?.id ?? "", timezone: env().COMPANY_TIMEZONE },
    views: views.map(({ id, name }) => ({ id, name })),
  };
}

type Run = { of: string; lines: DryRunLine[]; people: number; isTruncated: boolean };

async function runPerson(ctx: AdminCtx, id: string, prospectId: string, of: DryRunOf): Promise<Run | null> {
  const found = isUuid(prospectId) ? await findProspect(ctx, prospectId) : null;
  if (!found?.ok) return null;
  const { email, name } = found.value;
  const entries = await dryRun(ctx, { id, email, days, of });
  if (!entries.ok) return null;
  return {
    ...{ of: name ?? email, people: 1, isTruncated: false },
    lines: entries.value.map((entry) => ({ ...entry, person: null })),
  };
}

async function runView(
  ctx: AdminCtx,
  id: string,
  view: { name: string; query: string },
  of: DryRunOf,
): Promise<Run | null> {
  const run = await dryRunView(ctx, { id, query: view.query, days, of });
  if (!run.ok) return null;
  const { people, isTruncated } = run.value;
  const lines = run.value.days.flatMap(({ entries }) =>
    entries.map((entry) => ({ ...entry, person: entry.name ?? entry.email })),
  );
  return { of: view.name, lines, people, isTruncated };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`Dry run of ${loaderData?.sequence.title ?? "a sequence"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performSequenceAction(await request.formData());

export default function DryRun({ loaderData }: Route.ComponentProps) {
  const { of, newest, sequence, search, found, run, viewId, views, timezone } = loaderData;
  const page = useAdminActions<SequenceIntent>();
  const hasSteps = of === "published" || sequence.draft.steps.length > 0;
  const { search: query } = useLocation();
  const draftName = newest === null ? "The saved draft" : `The saved draft, changed since version ${newest}`;
  return (
    <SequenceFrame sequence={sequence} current="/dry-run" page={page}>
      {hasSteps ? (
        <>
          {newest !== null && sequence.isChanged && (
            <nav aria-label="What is run">
              <RouteChip to={withQuery(query, { of: null })} current={of === "draft"}>
                Draft
              </RouteChip>
              <RouteChip to={withQuery(query, { of: "published" })} current={of === "published"}>
                {`Version ${newest}`}
              </RouteChip>
            </nav>
          )}
          <div className={`grid cols-2 ${css.asks}`}>
            <Form method="get" className={`cluster end ${css.ask}`} preventScrollReset role="search">
              <input type="hidden" name="of" value={of} />
              <TextField
                key={search}
                label="Person"
                name="q"
                type="search"
                icon="search"
                maxLength={100}
                defaultValue={search}
                placeholder="Name, company or email"
                autoComplete="off"
              />
              <Button type="submit" size={40}>
                Find
              </Button>
            </Form>
            <Form method="get" className={`cluster end ${css.ask}`} preventScrollReset>
              <input type="hidden" name="of" value={of} />
              <SelectField
                key={viewId}
                label="Saved view"
                name="view"
                placeholder={views.length === 0 ? "No saved views" : "Choose a view"}
                options={views.map(({ id, name }) => ({ value: id, label: name }))}
                defaultValue={viewId}
              />
              <Button type="submit" size={40} disabled={views.length === 0}>
                Run
              </Button>
            </Form>
          </div>
          {search && (
            <section className={`grid gap-100 card ${css.sheet}`} aria-label="Found people">
              {found.length === 0 ? (
                <p role="status">No prospect matches “{search}”.</p>
              ) : (
                <ul className="grid gap-40">
                  {found.map(({ id, email, name, company }) => (
                    <li key={id}>
                      <Link to={`?${new URLSearchParams({ prospect: id, of })}`} preventScrollReset>
                        {[name ?? email, company].filter(Boolean).join(", ")}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          )}
          {run ? (
            <>
              {run.isTruncated && (
                <Notice kind="info">Shows the first {formatNumber(run.people)} people of this view.</Notice>
              )}
              <p role="status">{`${of === "draft" ? draftName : `Version ${newest}`}. Nothing is sent.`}</p>
              <DryRunDays of={run.of} lines={run.lines} days={days} timezone={timezone} />
            </>
          ) : (
            !search && (
              <Empty
                title="See the next 30 days"
                text="Choose a person or a saved view. The result shows each email and task by day, and why a step waits or is skipped. Nothing is sent."
              />
            )
          )}
        </>
      ) : (
        <Empty title="Nothing to run" text="Add a step and save the draft first." />
      )}
    </SequenceFrame>
  );
}
