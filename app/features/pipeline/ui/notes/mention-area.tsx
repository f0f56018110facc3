import { type KeyboardEvent, useId, useRef, useState } from "react";
import { type Mentionable, mentionOf, openMention, suggestMentions } from "#app/features/pipeline/notes/mentions.ts";
import { counted } from "#app/lib/numbers.ts";
import { classNames } from "#app/ui/class-names.ts";
import { TextArea } from "#app/ui/forms/field.tsx";
import css from "./mention-area.module.css";

type Open = { at: number; found: Mentionable[]; chosen: number };

/**
 * A Markdown text area that suggests admins after an `@`. Arrow keys select, Enter or Tab inserts, Escape closes. The focus stays in
 * the text area.
 */
export function MentionArea({
  label,
  rows,
  defaultValue,
  admins,
}: {
  label: string;
  rows: number;
  defaultValue?: string;
  admins: readonly Mentionable[];
}) {
  const list = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const look = () => {
    const { value, selectionStart, selectionEnd } = area.current!;
    const mention = selectionStart === selectionEnd ? openMention(value, selectionStart) : null;
    const found = mention ? suggestMentions(mention.typed, admins) : [];
    setOpen(mention && found.length > 0 ? { at: mention.at, found, chosen: 0 } : null);
  };
  const insert = (admin: Mentionable) => {
    const control = area.current!;
    control.setRangeText(`${mentionOf(admin, admins)} `, open!.at, control.selectionStart, "end");
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
    setOpen(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const { found, chosen } = open;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setOpen({ ...open, chosen: (chosen + step + found.length) % found.length });
    else if (event.key === "Enter" || event.key === "Tab") insert(found[chosen]!);
    else if (event.key === "Escape") setOpen(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css.frame}>
      <TextArea
        ref={area}
        label={label}
        name="body"
        rows={rows}
        required
        maxLength={10_000}
        defaultValue={defaultValue}
        hint="Markdown. Type @ to mention an admin, who then gets an email."
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open ? `${list}-${open.chosen}` : undefined}
        onInput={look}
        onClick={look}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(null)}
      />
      {open && (
        <div role="listbox" id={list} aria-label="Admins" className={`card ${css.list}`}>
          {open.found.map((admin, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text area keeps the focus and names the active option
            <div
              key={admin.userId}
              role="option"
              id={`${list}-${place}`}
              aria-selected={place === open.chosen}
              className={classNames("breaks", css.option, place === open.chosen && css.chosen)}
              onPointerDown={(event) => {
                event.preventDefault();
                insert(admin);
              }}
            >
              {admin.name} <span className="muted smaller">{admin.email}</span>
            </div>
          ))}
        </div>
      )}
      <span className="vh" role="status">
        {open && `${counted(open.found.length, "admin")} to mention`}
      </span>
    </div>
  );
}
