// <Behavior of="automation-grid" />: a small script of one page, from app/behaviors/, for what needs no React.
import { useContext } from "react";
import { ContentPage } from "./island.tsx";

/**
 * Brings the module of this name to a content page, beside its one script and before anything is shown, so that the first
 * press already finds it; `late` lets the page be shown without waiting for it. It acts on what lies in the page (by data
 * attributes) and must leave the page usable without it.
 */
export function Behavior({ of, late }: { of: string; late?: boolean }) {
  const page = useContext(ContentPage);
  return page && <script type="module" async src={page.behavior(of)} {...(late ? {} : { blocking: "render" })} />;
}
