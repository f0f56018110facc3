import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import css from "./dialog.module.css";
import { DiscardQuestion, useDiscardQuestion } from "./discard-question.tsx";

type Shell = {
  /** The dialog's h2 and accessible name. */
  title: string;
  /** In the strip instead of the title, which is then large at the head of the body: drawing number, hatch, area. */
  strip?: ReactNode;
  /** narrow: forms (30rem). wide: drawings with a column beside them (1080 px, full screen under 900 px). */
  size?: "narrow" | "wide";
  /** The specification column of a wide dialog. */
  aside?: ReactNode;
  /** Under both columns, from edge to edge: a figure that needs the whole width. */
  foot?: ReactNode;
  /** Escape, the backdrop and the close button do not close it: while something is being sent. */
  locked?: boolean;
  children: ReactNode;
};

/**
 * The native dialog as it lies in the HTML of a content page. Any `<button data-dialog={id}>` opens it (the island kit
 * calls showModal() at once); the close button, Esc and the scrim need no script. Focus returns to the opener.
 */
export function DialogShell({ id, ...shell }: Shell & { id: string }) {
  return (
    <Frame {...shell} id={id}>
      {shell.children}
    </Frame>
  );
}

/**
 * The same dialog under the control of an app page: `open` opens and closes it, `onClose` is called when the person closed it. A dialog
 * with changed fields stays open on a click beside it; Escape and the close button ask before the text is discarded.
 */
export function Dialog({ open, onClose, ...shell }: Shell & { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const question = useDiscardQuestion();
  const opened = useEffectEvent((element: HTMLDialogElement) => question.start(element));
  useEffect(() => {
    const element = dialog.current!;
    if (open && !element.open) {
      element.showModal();
      opened(element);
      // The browser would begin at the close button.
      element.querySelector<HTMLElement>(`.${css.body} :is(input:not([type="hidden"]), select, textarea)`)?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);
  const closed = () => {
    question.stop();
    // The close event is late: a page that closed this dialog may show another one by now.
    if (open) onClose();
  };
  return (
    <Frame {...shell} dialog={dialog} onClose={closed} guard={shell.locked ? undefined : question}>
      {open && shell.children}
    </Frame>
  );
}

function Frame({
  id,
  title,
  strip,
  size = "narrow",
  aside,
  foot,
  locked,
  dialog,
  onClose,
  guard,
  children,
}: Shell & {
  id?: string;
  dialog?: RefObject<HTMLDialogElement | null>;
  onClose?: () => void;
  guard?: ReturnType<typeof useDiscardQuestion> | undefined;
}) {
  const titleId = useId();
  const heading = (
    <h2 className={strip ? "t1" : "t4"} id={titleId}>
      {title}
    </h2>
  );
  return (
    <dialog
      // It may have been opened before React arrived: then it has `open`, which the HTML had not.
      suppressHydrationWarning
      ref={dialog}
      id={id}
      className={classNames(css.dialog, css[size])}
      aria-labelledby={titleId}
      closedby={locked || guard?.isChanged ? "none" : "any"}
      data-locked={locked || undefined}
      onClose={onClose}
      onCancel={locked ? (event) => event.preventDefault() : undefined}
      {...guard?.handlers}
    >
      <div className={css.strip}>
        {strip ?? heading}
        <form method="dialog" className={css.close} onSubmit={guard?.onCloseButton}>
          <IconButton type="submit" icon="close" label="Close" disabled={locked} />
        </form>
        {guard?.isAsking && <DiscardQuestion onKeep={guard.keep} onDiscard={() => dialog?.current?.close()} />}
      </div>
      <div className={css.columns}>
        <div className={css.body}>
          {strip && heading}
          {children}
        </div>
        {aside && <div className={css.aside}>{aside}</div>}
      </div>
      {foot}
    </dialog>
  );
}
