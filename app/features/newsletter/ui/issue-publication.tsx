import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { IssueActions } from "./issue-actions.ts";
import css from "./issue-progress.module.css";

export function IssuePublication({
  issue: { publishedAt, slug },
  actions: { act, busy, doneAt, refusal },
}: {
  issue: { publishedAt: Date | null; slug: string | null };
  actions: IssueActions;
}) {
  const [isAsking, setAsking, dialog] = useDialog({ busy, doneAt, refusal }, false);
  const dates = useFirmDates();
  return (
    <section className={`grid ${css.words}`} aria-labelledby="archive">
      <h2 className="t4" id="archive">
        Public archive
      </h2>
      {publishedAt ? (
        <p>Published {dates.moment(publishedAt)}. Anyone can read it, and feed readers may have fetched it.</p>
      ) : (
        <p>Not published. Only its recipients have it.</p>
      )}
      <div className="cluster gap-75">
        {publishedAt && slug && (
          <ButtonLink size={40} href={`/newsletter/archive/${slug}`}>
            Show the public page
          </ButtonLink>
        )}
        <Button size={40} onClick={() => setAsking(true)}>
          {publishedAt ? "Withdraw" : "Publish in the archive"}
        </Button>
      </div>
      {publishedAt ? (
        <ConfirmDialog
          {...dialog}
          open={isAsking}
          title="Withdraw this issue from the archive?"
          confirm="Withdraw"
          busyText="Withdrawing"
          onConfirm={() => void act({ intent: "withdraw" })}
        >
          <p>
            Its page, its entries in the feeds and in the site map are removed. Copies that feed readers and search
            engines already have are not.
          </p>
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          {...dialog}
          open={isAsking}
          title="Publish this issue in the archive?"
          confirm="Publish"
          busyText="Publishing"
          onConfirm={() => void act({ intent: "publish" })}
        >
          <p>
            Anyone can then read it at its own address, in the feeds and through search engines. The public copy has the
            text of the issue and no reader's address or unsubscribe link.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
