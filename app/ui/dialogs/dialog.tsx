import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from "react";
import { IconButton } from "#app/ui/buttons/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import css from "./dialog.module.css";
import { DiscardQuestion, useDiscardQuestion } from "./discard-question.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";

type Shell = {
  /** The dialog's h2 and accessible name. */
  title: string;
  /** In the strip instead of the title, which is then large at the top of the body: drawing number, hatch, area. */
  strip?: ReactNode;
  /** narrow: forms (30rem). wide: drawings with a column beside them (1080 px, full screen under 900 px). */
  size?: "narrow" | "wide";
  aside?: ReactNode;
  foot?: ReactNode;
  /** Blocks Escape, the backdrop and the close button while something is being sent. */
  locked?: boolean;
  children: ReactNode;
};

/**
 * The native dialog in the HTML of a content page. Any `<button data-dialog={id}>` opens it (the island kit calls showModal());
 * the close button, Escape and the backdrop need no script. Focus returns to the opener.
 */
export function DialogShell({ id, ...shell }: Shell & { id: string }) {
  return (
    <Frame {...shell} id={id}>
      {shell.children}
    </Frame>
  );
}

/**
 * The dialog controlled by an app page: `open` opens and closes it, `onClose` is called when the user closes it. With changed
 * fields it ignores clicks on the backdrop; Escape and the close button ask before discarding the text.
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
      // The browser would focus the close button.
      element.querySelector<HTMLElement>(`.${css.body} :is(input:not([type="hidden"]), select, textarea)`)?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);
  useKeptFocus(dialog);
  const closed = () => {
    question.stop();
    // The close event is asynchronous: by now the page may show another dialog.
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
      // It may have been opened before hydration and then has `open`, unlike the HTML.
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
