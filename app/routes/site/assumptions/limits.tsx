import { Section } from "#app/ui/sections/section.tsx";
import css from "./limits.module.css";

const limits = [
  {
    title: "New revenue",
    text: "Faster replies may win deals, and fewer gaps may keep customers. None of that is in the figures, which count only time and tools.",
  },
  {
    title: "What you do with the time",
    text: "A freed hour is worth something only if it is used. That is why we leave out about a third of that time, and why you can change the share.",
  },
  {
    title: "Hours no one measured",
    text: "The model starts from your estimates. It allows for people who overestimate tedious work, but a wrong guess is still a wrong guess.",
  },
  {
    title: "The last percent",
    text: "When the limit on hours applies, or two automations have almost the same score, one more hour can lower the value a little. The analysis says when the limit applies.",
  },
  {
    title: "Words",
    text: "A language model may write the sentences in an analysis. It gets finished figures, and any text with another figure is discarded.",
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
      <dl className={`ruled ${css.limits}`}>
        {limits.map(({ title, text }) => (
          <div className="grid baseline" key={title}>
            <dt className="t4">{title}</dt>
            <dd className="prose">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
