import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Logo } from "#app/ui/logos/logo.tsx";
import css from "./screen-message.module.css";

/**
 * A full-page message: not found, no access, an error. `code` is printed large, `title` is the h1; `note` is small print such
 * as the request id. It is the page's `main` with a link home, unless `inside` one.
 */
export function ScreenMessage({
  code,
  title,
  text,
  note,
  action,
  inside,
  children,
}: {
  code?: string;
  title: string;
  text?: ReactNode;
  note?: string | undefined;
  action?: { href: string; label: string };
  inside?: boolean;
  children?: ReactNode;
}) {
  const Landmark = inside ? "div" : "main";
  return (
    <Landmark id={inside ? undefined : "main"} className={css.screen}>
      {!inside && (
        <div className={`wrap ${css.home}`}>
          <Logo />
        </div>
      )}
      <div className={`wrap ${css.words}`}>
        {code && <p className={`figure-num ${css.code}`}>{code}</p>}
        <h1 className="t2">{title}</h1>
        {text && <p className={`lede top-100 ${css.text}`}>{text}</p>}
        {(action || children) && (
          <div className={`row ${css.actions}`}>
            {action && (
              <ButtonLink variant="primary" href={action.href}>
                {action.label}
              </ButtonLink>
            )}
            {children}
          </div>
        )}
        {note && <p className={`note ${css.note}`}>{note}</p>}
      </div>
    </Landmark>
  );
}
