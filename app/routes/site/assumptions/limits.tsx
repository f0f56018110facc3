import { Section } from "#app/ui/section.tsx";
import css from "./limits.module.css";

const limits = [
  {
    title: "New revenue",
    text: "Faster replies may win deals and fewer gaps may keep customers. None of it is in the figures: they count time and tools only.",
  },
  {
    title: "What you do with the time",
    text: "An hour returned is worth something only if it is used. That is why about a third of it is not counted, and why you may change the share.",
  },
  {
    title: "Hours no one measured",
    text: "The model starts from your estimates. It allows for people who overstate tedious work, but a wrong guess stays a wrong guess.",
  },
  {
    title: "The last percent",
    text: "With the limit on hours in force, or where two automations score almost alike, one more hour can lower the value a little. The analysis says when the limit applies.",
  },
  {
    title: "Words",
    text: "A language model may write the sentences of an analysis. It gets finished figures, and a text with a figure that is not among them is thrown away.",
  },
] as const;

/** What the model leaves out, said before anybody asks. */
export function Limits() {
  return (
    <Section
      surface="sheet"
      title="What the model does not know"
      aside="Savings are expected, never certain. Read the low case first."
    >
      <dl className={css.limits}>
        {limits.map(({ title, text }) => (
          <div key={title}>
            <dt className="t4">{title}</dt>
            <dd className="prose">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
