import { tools } from "#app/features/content/tools/tools.ts";
import { CheckField } from "#app/ui/forms/field.tsx";
import { ToolMark, wordmarks } from "#app/ui/logos/tool-mark.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./partners.module.css";

/**
 * The catalogue with a mark and a line on each tool; a tool without a mark has a monogram. Windows too
 * narrow for the lines show a wall of marks and names, which one checkbox turns into the list. Assistive technology reads
 * the lines either way.
 */
export function Partners() {
  return (
    <Section
      id="technology-partners"
      tag="Fig. 06"
      title="Technology partners"
      size="t1"
      aside="We can also connect anything that has an API or exports a file."
    >
      <div className={css.partners}>
        <CheckField label="Show what each tool does" className={css.choice} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone scrolls by keyboard */}
        <ul className={css.wall} tabIndex={0} aria-label="Tools">
          {tools.map(({ id, name, logo, description }) => (
            <li key={id} className={css.tool} data-brands="">
              <span className={css.mark}>
                <ToolMark of={{ name, logo }} size={wordmarks.has(logo) ? 42 : 26} late />
              </span>
              <span className={css.name}>{breakable(name)}</span>
              <span className={css.line}>{description}</span>
            </li>
          ))}
        </ul>
      </div>
      <p className={`note ${css.owners}`}>
        Names and logos belong to their owners. They show what we connect, not who endorses us.
      </p>
    </Section>
  );
}

/** "ActiveCampaign" may break between its two words when its cell is narrow, and nowhere else. */
const breakable = (name: string) =>
  name.split(/(?<=\p{Ll})(?=\p{Lu})/u).flatMap((part, place) => (place === 0 ? part : [<wbr key={part} />, part]));
