import { type ReactNode, useRef } from "react";
import { useKeptFocus } from "#app/ui/dialogs/use-kept-focus.ts";
import { QuarterHour } from "#app/ui/drawings/arc.tsx";
import { Logo } from "#app/ui/logos/logo.tsx";
import css from "./auth-frame.module.css";

const aboutWork = "Your answers are saved after every question, so you can stop and continue later.";
const aboutSafety = "No one here can read your password. We store only what is needed to check it.";

/** The layout of sign-in pages: the form on a sheet, and on wide screens a blueprint with a short text beside it. */
export function AuthFrame({
  title,
  tabs,
  about = "work",
  children,
}: {
  title: string;
  tabs?: ReactNode;
  about?: "work" | "safety";
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <main ref={main} id="main" className={`grid ${css.page}`}>
      <div className={`stack sheet-surface ${css.sheet}`}>
        <Logo className={css.logo} />
        <div className={`full-width ${css.box}`}>
          <h1 className="t2">{title}</h1>
          {tabs && <div className="top-175">{tabs}</div>}
          {children}
        </div>
      </div>
      <aside className={`band-bp ${css.blueprint}`}>
        <QuarterHour shape="tall" className={css.art} />
        <p className={`t2 ${css.words}`}>{about === "safety" ? aboutSafety : aboutWork}</p>
      </aside>
    </main>
  );
}
