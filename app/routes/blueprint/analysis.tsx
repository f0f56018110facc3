import { useEffect, useMemo, useState } from "react";
import { redirect, useFetcher } from "react-router";
import { getAnalysis, listRevisions } from "#app/features/analysis/analysis.server.ts";
import { assumedAfter } from "#app/features/analysis/revisions/assumed-after.ts";
import { analysisAddress, comparePath } from "#app/features/analysis/revisions/comparison.ts";
import { findShare } from "#app/features/analysis/sharing/sharing.server.ts";
import { AnalysisPage } from "#app/features/analysis/ui/page/analysis-page.tsx";
import { ShareDialog } from "#app/features/analysis/ui/page/share-dialog.tsx";
import { trackFunnel } from "#app/features/analytics/steps/funnel-client.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { modelVersion } from "#app/features/roi/inputs/parameters.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { wholePart } from "#app/features/wizard/draft-merge.ts";
import { getBlueprint } from "#app/features/wizard/drafts.server.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { firmName } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import { bookLink } from "#app/lib/offered-calls.ts";
import type { blueprintEndpoints } from "#app/routes/api/blueprint/blueprint.server.ts";
import type { sharingEndpoints } from "#app/routes/api/blueprint/sharing.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { type ApiError, client } from "#app/shell/api-client.ts";
import { readOffer } from "#app/shell/blueprint/full-blueprint-offer.server.ts";
import { FullBlueprintOffer } from "#app/shell/blueprint/full-blueprint-offer.tsx";
import { memberOf, refuseAccess, turnAway } from "#app/shell/blueprint/member.server.ts";
import { Refused } from "#app/shell/blueprint/refused.tsx";
import { useArrivalFocus } from "#app/shell/pages/use-arrival-focus.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { ToastHost } from "#app/ui/feedback/toast.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/analysis";
import css from "./analysis.module.css";

const call = client<typeof blueprintEndpoints | typeof sharingEndpoints>();

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Automation analysis: ${loaderData.run.about.companyName || "your company"} | ${firmName()}`
      : `Page not found | ${firmName()}`,
  },
  { name: "robots", content: "noindex" },
];

/** `?revision=1` shows an earlier run. A blueprint without an analysis redirects to its draft. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const { id } = asking.params;
  const wanted = new URL(asking.request.url).searchParams.get("revision");
  const found = await getAnalysis(ctx, id, wanted === null ? undefined : Number(wanted));
  if (found.ok) {
    const [revisions, share, offer, account] = await Promise.all([
      listRevisions(ctx, id),
      findShare(ctx, id),
      readOffer(ctx, id),
      visibleAccount(ctx),
    ]);
    return { run: found.value, revisions, share, offer, account };
  }
  if (found.reason.kind === "not_found" || wanted !== null) return turnAway({ kind: "not_found" });
  const draft = await getBlueprint(ctx, id);
  if (!draft.ok) return draft.reason.kind === "no_access" ? refuseAccess(ctx) : turnAway(draft.reason);
  throw redirect(stepAddress(draft.value.step, id));
}

type Acted = { saved: number } | { refused: string } | null;

/** `save` stores what-if values as the next revision; `share` creates or moves the link. */
export async function clientAction({ request, params: { id } }: Route.ClientActionArgs): Promise<Acted> {
  const param = { id };

  return runIntent<Acted>(await request.formData(), {
    unshare: async () => refusalIn(await call("DELETE /blueprints/{id}/share", param)),
    share: async (form) => {
      const json = form.json("wish") as { revision: number; days?: number };
      const shared = await call("POST /blueprints/{id}/share", { ...param, ...json });
      if (shared.ok) trackFunnel("analysis", "shared", { blueprintId: id });
      return refusalIn(shared);
    },
    save: async (form) => {
      const inputs = wholePart(form.json("inputs") as ModelInput);
      const assumed = form.json("assumed") as AssumedPart[];
      const json = { version: Number(form.text("version")), inputs, assumed };
      const stored = await call("PUT /blueprints/{id}", { ...param, ...json });
      if (!stored.ok) return refusalIn(stored);
      const run = await call("POST /blueprints/{id}/analysis", param);
      if (run.ok) trackFunnel("analysis", "recalculated", { blueprintId: id, value: run.value.annualValue });
      return run.ok ? { saved: run.value.revision } : refusalIn(run);
    },
  });
}

const refusalIn = (answer: { ok: true } | { ok: false; error: ApiError }) =>
  answer.ok ? null : { refused: answer.error.message };

export default function AnalysisOfBlueprint({ loaderData }: Route.ComponentProps) {
  const { run, revisions, share, offer, account } = loaderData;
  const { blueprintId, version, about, revision, isOutdated } = run;
  const { mode, assumed } = run;
  useEffect(() => trackFunnel("analysis", "viewed", { blueprintId, metadata: { mode } }), [blueprintId, mode]);
  const [sharing, setSharing] = useState(false);
  const [dismissed, setDismissed] = useState(0);
  const saver = useFetcher<typeof clientAction>();
  const sharer = useFetcher<typeof clientAction>();
  const openShare = (wish: { revision: number; days?: number }) =>
    void sharer.submit({ intent: "share", wish: JSON.stringify(wish) }, { method: "post" });
  const newestRevision = revisions[0]?.revision ?? revision;
  const saved = saver.data && "saved" in saver.data ? saver.data.saved : 0;
  const save = (input: ModelInput) =>
    void saver.submit(
      {
        intent: "save",
        version,
        inputs: JSON.stringify(input),
        assumed: JSON.stringify(assumedAfter(assumed, run.inputs, input)),
      },
      { method: "post", action: `/blueprint/${blueprintId}` },
    );
  useArrivalFocus();
  const isEarlierModel = run.result.modelVersion !== modelVersion && revision === newestRevision && !isOutdated;
  const isForSale = run.result.implementationCost > 0;
  const query = revision === newestRevision ? "" : `?revision=${revision}`;
  const files = useMemo(
    () => ({
      path: `/blueprint/${blueprintId}`,
      query,
      onPdf: () => trackFunnel("analysis", "pdf_downloaded", { blueprintId }),
      onSheet: () => trackFunnel("analysis", "sheet_downloaded", { blueprintId }),
    }),
    [blueprintId, query],
  );
  const book = bookLink("session", { query: `?blueprint=${blueprintId}` });
  return (
    <>
      <AppHeader scripted title={about.companyName} account={account && accountEntry(account)}>
        <ButtonLink size={40} href="/blueprint/wizard/mode" className={css.wide}>
          All blueprints
        </ButtonLink>
        <Button
          size={40}
          icon="share"
          className={css.tool}
          aria-label={share ? "Shared" : "Share"}
          onClick={() => setSharing(true)}
        >
          <span>{share ? "Shared" : "Share"}</span>
        </Button>
        <ButtonLink
          size={40}
          icon="download"
          href={`/blueprint/${blueprintId}.pdf${query}`}
          aria-label="PDF of this analysis"
          className={css.tool}
          onClick={files.onPdf}
        >
          <span>PDF</span>
        </ButtonLink>
        <ButtonLink
          size={40}
          icon="download"
          href={`/blueprint/${blueprintId}.xlsx${query}`}
          aria-label="XLSX, the spreadsheet"
          className={css.wide}
          onClick={files.onSheet}
        >
          XLSX
        </ButtonLink>
        {isForSale && (
          <ButtonLink size={40} variant="primary" href={book.href} className={css.wide}>
            {book.label}
          </ButtonLink>
        )}
      </AppHeader>
      <AnalysisPage
        companyName={about.companyName}
        revision={revision}
        createdAt={run.createdAt}
        inputs={run.inputs}
        result={run.result}
        narrative={run.narrative}
        assumed={assumed}
        owner={{
          blueprintId,
          newestRevision,
          isOutdated,
          revisions,
          saving: {
            save,
            isSaving: saver.state !== "idle",
            message: refusal(saver.data),
            replacesNewerAnswers: isOutdated,
          },
          recalculate: isEarlierModel ? () => save(run.inputs) : undefined,
          files,
          fullBlueprint: <FullBlueprintOffer blueprintId={blueprintId} offer={offer} />,
        }}
      />
      <ShareDialog
        open={sharing}
        onClose={() => setSharing(false)}
        title="Share this analysis"
        sharing={{
          share,
          isBusy: sharer.state !== "idle",
          message: refusal(sharer.data),
          open: (days) => openShare({ revision, days }),
          end: () => void sharer.submit({ intent: "unshare" }, { method: "post" }),
        }}
        moved={
          share &&
          share.revision !== revision && (
            <Notice kind="trace" title={`The link shows revision ${share.revision}`}>
              <button type="button" className={css.plain} onClick={() => openShare({ revision })}>
                Show revision {revision} under the same address
              </button>
            </Notice>
          )
        }
      >
        Anyone with the link can read revision {share?.revision ?? revision} of {about.companyName || "this company"}:
        every figure and the names of your processes and tools, but no name, address or role of a person. They can try
        other numbers; nothing they change is stored.
      </ShareDialog>
      <SavedToast
        blueprintId={blueprintId}
        saved={saved > dismissed && saved === newestRevision ? saved : 0}
        isShown={revision === saved}
        onGone={() => setDismissed(saved)}
      />
    </>
  );
}

const refusal = (acted: Acted | undefined): string | null => (acted && "refused" in acted ? acted.refused : null);

function SavedToast({
  blueprintId,
  saved,
  isShown,
  onGone,
}: {
  blueprintId: string;
  saved: number;
  /** Whether the page already shows that revision; otherwise its URL names an older one. */
  isShown: boolean;
  onGone: () => void;
}) {
  const address = (number: number) => analysisAddress(blueprintId, number);
  return (
    <ToastHost
      onGone={onGone}
      toast={saved > 0 ? { id: `saved-${saved}`, kind: "done", text: `Saved as revision ${saved}.` } : null}
      action={
        isShown ? (
          <a href={comparePath(address(saved - 1), address(saved))}>Compare with revision {saved - 1}</a>
        ) : (
          <a href={`/blueprint/${blueprintId}`}>Show it</a>
        )
      }
    />
  );
}

export const ErrorBoundary = Refused;
