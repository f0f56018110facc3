import { tools } from "#app/features/content/tools.ts";
import { CheckField } from "#app/ui/field.tsx";
import { Section } from "#app/ui/section.tsx";
import { ToolMark, wordmarks } from "#app/ui/tool-mark.tsx";
import css from "./partners.module.css";

/**
 * The catalogue as a wall of marks. One checkbox turns the wall into a list with a line on each tool, so that the lines are
 * one key press or one touch away; assistive technology reads them either way, and under a pointer the cell unfolds to show its own.
 */
export function Partners() {
  return (
    <Section
      id="technology-partners"
      tag="Fig. 06"
      title="Technology partners: the tools you already pay for"
      size="t1"
      aside="If your tool has an API or can export a file, it can take a place in the drawing."
    >
      <div className={css.partners}>
        <CheckField label="Say what each tool does" className={css.choice} />
        <ul className={css.wall}>
          {tools.map(({ id, name, logo, brandColor, description }) => (
            <li key={id} className={css.tool} data-brands="">
              <span className={css.mark}>
                <ToolMark of={{ name, logo, brandColor }} size={wordmarks.has(logo) ? 42 : 26} late />
              </span>
              <span className={css.name}>{breakable(name)}</span>
              <span className={css.line}>{description}</span>
            </li>
          ))}
        </ul>
      </div>
      <p className={`note ${css.owners}`}>
        Names and marks belong to their owners. They are shown to say what we connect, not who endorses us.
      </p>
    </Section>
  );
}

/** "ActiveCampaign" may break between its two words when its cell is narrow, and nowhere else. */
const breakable = (name: string) =>
  name.split(/(?<=\p{Ll})(?=\p{Lu})/u).flatMap((part, place) => (place === 0 ? part : [<wbr key={part} />, part]));
