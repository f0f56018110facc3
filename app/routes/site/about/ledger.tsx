import type { StorySection } from "#app/features/content/texts/story-text.ts";
import { RichText } from "#app/shell/site/rich-text.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./ledger.module.css";

/** What follows from the values, as one signs it: what the firm does, and what it leaves. */
export function Ledger({ title, lead, head, rows }: Extract<StorySection, { kind: "promises" }>) {
  return (
    <Section title={title} aside={lead && <RichText text={lead} />}>
      <div className={css.table}>
        <table>
          <caption className="vh">{title}</caption>
          <thead>
            <tr>
              {head.map((label) => (
                <th key={label} scope="col" className="note">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([we = "", not = ""], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
              <tr key={index}>
                <td className={`soft ${css.we}`}>
                  <RichText text={we} />
                </td>
                <td className="soft">
                  <RichText text={not} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
