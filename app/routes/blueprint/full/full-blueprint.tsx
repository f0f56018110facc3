import { useEffect, useState } from "react";
import { redirect, useFetcher } from "react-router";
import { ShareDialog } from "#app/features/analysis/ui/page/share-dialog.tsx";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { listOwnThreads } from "#app/features/full-blueprint/comments/comments.server.ts";
import { findFullBlueprintShare } from "#app/features/full-blueprint/comments/sharing.server.ts";
import { readable } from "#app/features/full-blueprint/drawing/readable.ts";
import { getVersion } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { ChangeNotes } from "#app/features/full-blueprint/ui/reader/change-notes.tsx";
import { FullBlueprintView } from "#app/features/full-blueprint/ui/reader/full-blueprint-view.tsx";
import { firmName } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import type { fullBlueprintEndpoints } from "#app/routes/api/blueprint/full-blueprint.server.ts";
import type { fullBlueprintCommentsEndpoints } from "#app/routes/api/blueprint/full-blueprint-comments.server.ts";
import type { sharingEndpoints } from "#app/routes/api/blueprint/sharing.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { type Answer, client } from "#app/shell/api-client.ts";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import { Refused } from "#app/shell/blueprint/refused.tsx";
import { EarlierThreads, SectionThread } from "#app/shell/blueprint/section-thread.tsx";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/full-blueprint";
import css from "./full-blueprint.module.css";

const call = client<typeof fullBlueprintCommentsEndpoints | typeof fullBlueprintEndpoints | typeof sharingEndpoints>();

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `${loaderData ? `Full blueprint: ${loaderData.companyName || "your company"}` : "Page not found"} | ${firmName()}`,
  },
  { name: "robots", content: "noindex" },
];

/** `?version=1` shows an earlier version. Unpublished blueprints are shown on the status page. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const { id } = asking.params;
  const wanted = new URL(asking.request.url).searchParams.get("version");
  const found = await getVersion(ctx, id, wanted === null ? undefined : Number(wanted));
  if (found.ok) {
    const { content, ...version } = found.value;
    const [share, threads, account] = await Promise.all([
      findFullBlueprintShare(ctx, id),
      listOwnThreads(ctx, id),
      visibleAccount(ctx),
    ]);
    return { ...version, blueprint: readable(content), share, threads, account };
  }
  if (found.reason.kind === "not_found") return turnAway({ kind: "not_found" });
  throw redirect(`/blueprint/coming-soon?blueprint=${id}`);
}

type Acted = { ok: true } | { ok: false; message: string };
const resultOf = async (asked: Promise<Answer<unknown>>): Promise<Acted> => {
  const answer = await asked;
  return answer.ok ? { ok: true } : { ok: false, message: answer.error.message };
};

export async function clientAction({ request, params: { id } }: Route.ClientActionArgs): Promise<Acted> {
  const param = { id };

  return runIntent<Acted>(await request.formData(), {
    tick: ({ text }) =>
      resultOf(
        call("PUT /blueprints/{id}/full/tasks/{task}", { id, task: text("task"), done: text("done") === "yes" }),
      ),
    share: ({ text }) => resultOf(call("POST /blueprints/{id}/full/share", { ...param, days: Number(text("days")) })),
    unshare: () => resultOf(call("DELETE /blueprints/{id}/full/share", param)),
    comment: ({ text }) =>
      resultOf(
        call("POST /blueprints/{id}/full/comments", { ...param, sectionId: text("sectionId"), text: text("text") }),
      ),
    mark: ({ text }) =>
      resultOf(
        call("PUT /blueprints/{id}/full/threads/{section}", {
          id,
          section: text("sectionId"),
          open: text("open") === "yes",
          seen: text("seen"),
        }),
      ),
    "delete-comment": ({ text }) =>
      resultOf(call("DELETE /blueprints/{id}/full/comments/{comment}", { id, comment: text("comment") })),
  });
}

export default function FullBlueprint({ loaderData }: Route.ComponentProps) {
  const { blueprintId, companyName, architect, number, note, publishedAt, changes, versions, account } = loaderData;
  const isNewest = number === versions[0]?.number;
  const dates = useFirmDates();
  const ticks = useTicks(loaderData.done);
  const comments = commentsOf(loaderData);
  return (
    <>
      <AppHeader scripted title={companyName} account={account && accountEntry(account)}>
        <ButtonLink size={40} href={`/blueprint/${blueprintId}`}>
          The analysis
        </ButtonLink>
      </AppHeader>
      <main id="main">
        <PageHead
          tag={`Sheet ${sheetCodes.fullBlueprint}`}
          title={`Full blueprint${companyName ? ` for ${companyName}` : ""}`}
          lede={`Version ${number} of ${dates.longDay(publishedAt)}${architect ? `, prepared by ${architect}` : ""}.`}
        >
          <div className={`row ${css.actions}`}>
            <ButtonLink
              size={40}
              icon="download"
              href={`/blueprint/${blueprintId}/full.pdf${isNewest ? "" : `?version=${number}`}`}
            >
              PDF
            </ButtonLink>
            <Share share={loaderData.share} companyName={companyName} />
            <Print />
          </div>
        </PageHead>
        <div className={`wrap grid gap-100 ${css.notices}`}>
          {!isNewest && (
            <Notice kind="trace" title={`This is version ${number} of ${versions[0]?.number}`}>
              <a href={`/blueprint/${blueprintId}/full`}>Show the newest one</a>
            </Notice>
          )}
          <FormFailure text={ticks.refusal} />
        </div>
        <FullBlueprintView
          blueprint={loaderData.blueprint}
          done={ticks.done}
          {...(isNewest && { onTick: ticks.tick, ...comments })}
          aside={
            <ChangeNotes
              number={number}
              note={note}
              changes={changes}
              versions={versions}
              hrefOf={(version) => `/blueprint/${blueprintId}/full?version=${version}`}
              comparison={`/blueprint/${blueprintId}/full/changes`}
            />
          }
        />
      </main>
    </>
  );
}

/** Groups comments by section of the newest version, with those on sections that it no longer has. */
function commentsOf({ blueprintId, blueprint, threads }: Route.ComponentProps["loaderData"]) {
  const shared = { reader: "client", action: `/blueprint/${blueprintId}/full` } as const;
  const isGone = (sectionId: string) => !blueprint.sections.some(({ id }) => id === sectionId);
  return {
    belowSection: ({ id, title }: { id: string; title: string }) => (
      <SectionThread
        {...shared}
        sectionId={id}
        title={title}
        thread={threads.find(({ sectionId }) => sectionId === id)}
      />
    ),
    belowSections: <EarlierThreads {...shared} threads={threads.filter(({ sectionId }) => isGone(sectionId))} />,
  };
}

/** Shows ticks optimistically; reverts one that could not be saved and shows an error. */
function useTicks(stored: readonly string[]) {
  const fetcher = useFetcher<typeof clientAction>();
  const asked = fetcher.formData;
  const task = asked?.get("task");
  const shown = typeof task === "string" ? stored.filter((id) => id !== task) : [...stored];
  if (typeof task === "string" && asked?.get("done") === "yes") shown.push(task);
  return {
    done: shown,
    tick: (id: string, done: boolean) =>
      // React resets the checkbox after its event unless the new state is rendered by then.
      void fetcher.submit({ intent: "tick", task: id, done: done ? "yes" : "no" }, { method: "post", flushSync: true }),
    refusal: fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null,
  };
}

/** The link by which people without an account read the newest version. */
function Share({ share, companyName }: { share: Route.ComponentProps["loaderData"]["share"]; companyName: string }) {
  const [isOpen, setOpen] = useState(false);
  const fetcher = useFetcher<typeof clientAction>();
  const { data, state } = fetcher;
  return (
    <>
      <Button size={40} icon="share" onClick={() => setOpen(true)}>
        {share ? "Shared" : "Share"}
      </Button>
      <ShareDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Share the full blueprint"
        sharing={{
          share,
          isBusy: state !== "idle",
          message: data && !data.ok ? data.message : null,
          open: (days) => void fetcher.submit({ intent: "share", days }, { method: "post" }),
          end: () => void fetcher.submit({ intent: "unshare" }, { method: "post" }),
        }}
      >
        Everyone who has the address reads the newest published version for {companyName || "this company"}: every
        section, diagram and task. They cannot check off tasks or comment, and they see no earlier versions or comments.
      </ShareDialog>
    </>
  );
}

/** Rendered only with scripts, because printing needs one. */
function Print() {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready ? (
    <Button size={40} icon="document" onClick={() => window.print()}>
      Print
    </Button>
  ) : null;
}

export const ErrorBoundary = Refused;
