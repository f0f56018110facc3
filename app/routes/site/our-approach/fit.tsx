import { painPoints } from "#app/features/content/pages/approach-steps.ts";
import { idealClientChecklist } from "#app/features/content/pages/ideal-client.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./fit.module.css";

/** Why firms come to us, each reason with a way to measure it without help. */
export function PainPoints() {
  return (
    <Section
      surface="sheet"
      title="What brings firms to us"
      size="t1"
      aside="Six signs you can measure this week, without us and without a new tool."
    >
      <ol className={`grid cols-2 ${css.pains}`}>
        {painPoints.map(({ says, measure }) => (
          <li className="grid packed gap-60 rule-top" key={says}>
            <h3 className="t3">{says}</h3>
            <PhoneDetails more="How to measure it" row>
              <p className={`grid baseline ${css.measure}`}>
                <span className="note">Measure it</span>
                <span className="prose">{measure}</span>
              </p>
            </PhoneDetails>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function Checklist() {
  return (
    <Section>
      <div className="g12">
        <div className={`grid gap-125 packed justify-items-start ${css.head}`}>
          <h2 className="t1">Is it a fit for your firm?</h2>
          <p className="prose">
            Three measures and three habits. Five of six is a good start; with fewer, the free starter kit may serve you
            better for now.
          </p>
          <ButtonLink variant="tertiary" href="/who-we-help-old">
            Who we help, role by role
          </ButtonLink>
        </div>
        <ul className={`ruled ${css.checks}`}>
          {idealClientChecklist.map(({ title, text }) => (
            <li className="middle" key={title}>
              <span className={`grid ${css.box}`}>
                <Icon name="check" />
              </span>
              <h3 className="t4">{title}</h3>
              <PhoneDetails more="What it means" row>
                <p className="small">{text}</p>
              </PhoneDetails>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
