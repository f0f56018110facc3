// <Behavior of="automation-grid" />: a small script of one page, from app/behaviors/, without React.
import { useContext } from "react";
import { ContentPage } from "./island.tsx";

/**
 * Adds a module to a content page next to its one script. It blocks rendering, so that the first click already works; with
 * `late` it does not. It works on elements with data attributes, and the page must stay usable without it.
 */
export function Behavior({ of, late }: { of: string; late?: boolean }) {
  const page = useContext(ContentPage);
  return page && <script type="module" async src={page.behavior(of)} {...(late ? {} : { blocking: "render" })} />;
}
