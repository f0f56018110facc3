import { approachSteps } from "#app/features/content/pages/approach-steps.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { ProcessState } from "./process-states.tsx";
import css from "./steps.module.css";

const terms = [
  { name: "You give", key: "give" },
  { name: "You get", key: "get" },
  { name: "Done when", key: "done" },
] as const;

/** The four steps, each with the process in the state in which it leaves it, and the end one can check. */
export function Steps() {
  return (
    <Section
      tag="Fig. 02"
      title="One process, in four states"
      size="t1"
      aside="Stop after any step and keep what you have. No step commits you to the next."
    >
      <ol className={css.steps}>
        {approachSteps.map((step, index) => (
          <li className="grid start rule-top" key={step.title}>
            <div className={css.state}>
              <ProcessState index={index} />
            </div>
            <div className={`grid gap-75 ${css.words}`}>
              <p className="note">
                Step {index + 1}. {step.time}
              </p>
              <h3 className="t2">{step.title}</h3>
            </div>
            <PhoneDetails more="What happens, and when it is done" row>
              <div className={`grid start ${css.more}`}>
                <p className="prose">
                  {step.text}
                  {index === 3 && <NoteMark claim="guarantee" number={1} />}
                </p>
                <dl className={`grid gap-90 ${css.terms}`}>
                  {terms.map(({ name, key }) => (
                    <div key={key}>
                      <dt className="note">{name}</dt>
                      <dd className="ui-size lh-145">{step[key]}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            </PhoneDetails>
          </li>
        ))}
      </ol>
    </Section>
  );
}
