// Marks of tools below the first view (`<ToolMark late>`): the sprite is loaded when the first of them comes near, also in a
// dialog. Their places are empty until then; if it fails, they show their monograms.
import sprite from "./logos.svg?url";

const near = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    void isLoaded().then((loaded) => {
      for (const mark of lateMarks())
        if (loaded) mark.setAttribute("href", `${sprite}#${mark.dataset.mark}`);
        else mark.ownerSVGElement!.dataset.failed = "";
    });
  },
  { rootMargin: "400px" },
);
const isLoaded = () =>
  fetch(sprite).then(
    ({ ok }) => ok,
    () => false,
  );
const lateMarks = () => document.querySelectorAll<SVGUseElement>("use[data-mark]");

/** Also handles marks that are added later from another page. */
export function watchLateMarks(): void {
  for (const mark of lateMarks()) near.observe(mark.ownerSVGElement!);
}
