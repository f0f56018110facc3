import { type ReactNode, useRef } from "react";
import { useKeptFocus } from "#app/ui/dialogs/use-kept-focus.ts";
import css from "../account.module.css";

export function AccountSection({
  title,
  text,
  id,
  scripted,
  children,
}: {
  title: string;
  text: ReactNode;
  id?: string;
  /** What needs scripts: "Adding a passkey needs". Shown without them. */
  scripted?: string | undefined;
  children: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  return (
    <section ref={section} className={`grid ${css.section}`} id={id}>
      <div>
        <h2 className="t3">{title}</h2>
        <div className={`top-75 soft ui-size ${css.text}`}>{text}</div>
      </div>
      <div className={css.work}>
        {children}
        {scripted && (
          <noscript>
            <p className="small top-75">{scripted} JavaScript.</p>
          </noscript>
        )}
      </div>
    </section>
  );
}
