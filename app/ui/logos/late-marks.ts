// Marks of tools below the first view (`<ToolMark late>`): the sprite is loaded when the first of them comes near, also in a
// dialog. Their places are empty until then; if it fails, they show their monograms.
import sprite from "./logos.svg?url";

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    void fetch(sprite)
      .catch(() => null)
      .then((answer) => {
        for (const mark of lateMarks()) mark.setAttribute("href", `${sprite}#${mark.dataset.mark}`);
        if (!answer?.ok) document.body.dataset.markless = "";
      });
  },
  { rootMargin: "400px" },
);
const lateMarks = () => document.querySelectorAll<SVGUseElement>("use[data-mark]");

/** Also handles marks that are added later from another page. */
export function watchLateMarks(): void {
  for (const mark of lateMarks()) near.observe(mark.ownerSVGElement!);
}
