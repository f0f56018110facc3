// Marks of tools below the first view (`<ToolMark late>`): the sprite is loaded when the first of them comes near, also in a
// dialog. Until then, and without scripts, their places are empty.
import sprite from "./logos.svg?url";

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    for (const mark of lateMarks()) mark.setAttribute("href", `${sprite}#${mark.dataset.mark}`);
  },
  { rootMargin: "400px" },
);
const lateMarks = () => document.querySelectorAll<SVGUseElement>("use[data-mark]");

/** Also handles marks that are added later from another page. */
export function watchLateMarks(): void {
  for (const mark of lateMarks()) near.observe(mark.ownerSVGElement!);
}
