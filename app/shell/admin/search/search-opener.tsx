import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Link, useNavigate } from "react-router";
import type { Role } from "#app/lib/rights.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { isPageKey } from "#app/ui/lists/page-key.ts";
import { forgetRecent } from "./recent.ts";
import css from "./search-opener.module.css";

type SearchDialog = ComponentType<{ account: string; memberRole: Role; takeTyped: () => string; onClose: () => void }>;

/**
 * Link to the search page. With scripts it opens the dialog, as do Ctrl-K, ⌘K and, outside of fields, `/`. `account` owns the
 * recent items.
 */
export function SearchOpener({ account, memberRole }: { account: string; memberRole: Role }) {
  const [Dialog, setDialog] = useState<SearchDialog | null>(null);
  const [shortcut, setShortcut] = useState<string | null>(null);
  const navigate = useNavigate();
  // Text typed after the shortcut, before the dialog appears: its code may still have to load.
  const typed = useRef<string | null>(null);
  const takeTyped = useCallback(() => {
    const text = typed.current ?? "";
    typed.current = null;
    return text;
  }, []);
  const open = useCallback(async () => {
    typed.current ??= "";
    const code = await import("./search-dialog.tsx").catch(() => null);
    if (code) setDialog(() => code.default);
    else {
      const query = takeTyped().trim();
      await navigate(`/admin/search${query && `?${new URLSearchParams({ q: query })}`}`);
    }
  }, [navigate, takeTyped]);
  useEffect(() => {
    setShortcut(/mac|iphone|ipad/i.test(navigator.platform) ? "⌘K" : "Ctrl K");
    const press = (event: KeyboardEvent) => {
      const isEarly = typed.current !== null && isText(event);
      if (!isEarly && !opensSearch(event)) return;
      event.preventDefault();
      // Lists have their own keys.
      event.stopPropagation();
      if (isEarly) typed.current += event.key;
      else void open();
    };
    const submit = ({ target }: SubmitEvent) => {
      if (target instanceof HTMLFormElement && target.getAttribute("action") === "/api/auth/sign-out") forgetRecent();
    };
    document.addEventListener("keydown", press, true);
    document.addEventListener("submit", submit, true);
    return () => {
      document.removeEventListener("keydown", press, true);
      document.removeEventListener("submit", submit, true);
    };
  }, [open]);
  return (
    <>
      <Link
        to="/admin/search"
        className={`line middle gap-60 full-width rounded smaller ${css.opener}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcut ? "Control+K Meta+K /" : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          void open();
        }}
      >
        <Icon name="search" size={17} />
        <span className={css.word}>Search</span>
        {/* Appears when it works. */}
        <span className={css.keys} aria-hidden="true">
          {shortcut}
        </span>
      </Link>
      {/* Outside of the rail, or it would inherit its colors. */}
      {Dialog &&
        createPortal(
          <Dialog account={account} memberRole={memberRole} takeTyped={takeTyped} onClose={() => setDialog(null)} />,
          document.body,
        )}
    </>
  );
}

const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Whether a key opens the search: never over another dialog, and `/` not inside a field. */
function opensSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === "/") return isPageKey(event);
  if (key.toLowerCase() !== "k" || !(ctrlKey || metaKey) || altKey || shiftKey) return false;
  return !document.querySelector("dialog[open]");
}
