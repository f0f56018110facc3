// Marks of tools that are not needed for the first view (`<ToolMark late>`): the sprite of all of them is fetched when the
// first such mark comes near, in a dialog that opens too. Until then, and without this script, their letters stand for them.
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

/** Also for marks that came with a part of another page: those are shown in the same way. */
export function watchLateMarks(): void {
  for (const mark of lateMarks()) near.observe(mark.ownerSVGElement!);
}
