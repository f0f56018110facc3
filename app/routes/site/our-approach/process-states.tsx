import type { ReactNode } from "react";
import css from "./process-states.module.css";

/*
 * One process drawn four times, 300 by 170: a form, a record, a person, a reply. Line types are the draftsman's own:
 * dotted as found, dashed as designed, solid as built, with limits and a reading once it is in service.
 */

const wander =
  "M34 120C48 60 70 46 92 64S74 118 104 122 150 92 132 62 168 30 186 56 158 110 190 118 236 104 226 70 254 44 268 58";

const asFound = (
  <>
    <path className={`stroked no-fill ${css.dotted}`} d={wander} />
    <path className="ln" d="M24 110h20v20H24zM94 112h20v20H94zM122 52h20v20h-20zM258 48h20v20h-20z" />
    <circle className="ln" cx="190" cy="118" r="11" />
    <path className="hl" d="M34 142v14M268 80v76M34 150H268" />
    <path className="ln" d="M30 154l8-8M264 154l8-8" />
    <path className="mk" d="M98 58l-12 12M86 58l12 12" />
  </>
);

const line = "M54 85H102M142 85H178M202 85H246";
const boxes = "M22 69h32v32H22zM102 69h40v32h-40zM246 69h32v32h-32z";

const asDesigned = (
  <>
    <path className="hl" d="M8 85H292M38 40v90M122 40v90M190 40v90M262 40v90" />
    <path className={`stroked no-fill ${css.dashed}`} d={line} />
    <path className={`stroked no-fill ${css.dashed}`} d={boxes} />
    <path className={`stroked no-fill ${css.dashed}`} d="M190 61l24 24-24 24-24-24zM190 109v34H122v-42" />
    <path className="hl" d="M38 146H122M38 140v12M122 140v12" />
    <path className="mk" d="M184 143l-6 5 6 5" transform="translate(-22 -5)" />
  </>
);

const asBuilt = (
  <>
    <path className={`stroked no-fill ${css.solid}`} d={line} />
    <path className={`stroked no-fill ${css.solid}`} d={boxes} />
    <path className={`stroked no-fill ${css.solid}`} d="M190 61l24 24-24 24-24-24zM190 109v34H122v-42" />
    <path className="ln" d="M31 85l5 5 10-11M112 85l6 6 13-13M255 85l5 5 10-11" />
    <path className="ds" d="M38 60C90 28 210 28 262 60" />
    <circle className="mkf" cx="190" cy="85" r="5" />
  </>
);

const readings = [96, 74, 88, 66, 80, 70, 62, 67, 58, 63, 55, 60];
const trail = readings.map((y, index) => `${index ? "L" : "M"}${30 + index * 21.6} ${y + 8}`).join("");

const inService = (
  <>
    <path className="ln" d="M22 24V140H284" />
    <path className="ds" d="M22 46H284M22 112H284" />
    <path className="hl" d="M22 79H284" />
    <path className={`stroked no-fill ${css.solid}`} d={trail} />
    {readings.map((y, index) => (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
        key={index}
        className={index === readings.length - 1 ? "mkf" : css.reading}
        cx={30 + index * 21.6}
        cy={y + 8}
        r={index === readings.length - 1 ? 5 : 2.5}
      />
    ))}
    <path className="hl" d="M30 140v6M73 140v6M116 140v6M160 140v6M203 140v6M246 140v6" />
  </>
);

const states: readonly { name: string; drawing: ReactNode }[] = [
  { name: "As found: the path work takes, and where it stops", drawing: asFound },
  { name: "As designed: one path, and a fallback", drawing: asDesigned },
  { name: "As built: tested part by part", drawing: asBuilt },
  { name: "In use: hours saved, within limits", drawing: inService },
];

/** The process in the state in which step `index` leaves it. */
export function ProcessState({ index }: { index: number }) {
  const state = states[index];
  return (
    state && (
      <figure className={`gridpaper framed ${css.figure}`}>
        <svg viewBox="0 0 300 170" aria-hidden="true">
          {state.drawing}
        </svg>
        <figcaption className="note">{state.name}</figcaption>
      </figure>
    )
  );
}
