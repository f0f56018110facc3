import type { TrainingProgram } from "#app/features/content/texts/training-text.ts";
import { opensOrGoes, sends } from "#app/island-kit/openers.ts";
import { signupDialogIds } from "#app/lib/forms/signup-dialog-ids.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { Fact } from "#app/ui/lists/fact.tsx";
import { AgendaScale } from "./agenda-scale.tsx";
import css from "./program-sheet.module.css";

/** One program: for whom, how long, what happens in it to scale, what one can do afterwards, and the way in. */
export function ProgramSheet({ program, number }: { program: TrainingProgram; number: number }) {
  const { title, format, summary, audience, length, place, group, bring, fee, agenda, unit, outcomes, register } =
    program;
  return (
    <article className={`grid card ${css.sheet}`}>
      <header className={`grid packed justify-items-start gap-90 ${css.head}`}>
        <p className="note">
          Program {number}. {format}
        </p>
        <h2 className="t2">{title}</h2>
        <p className="prose">{summary}</p>
        <Button
          name="program"
          value={title}
          {...sends("open-training", { program: title })}
          {...opensOrGoes(signupDialogIds.training, "/training/register")}
        >
          {register}
        </Button>
      </header>
      <dl className={`ui-size lh-145 ${css.facts}`}>
        <Fact name="For">{audience}</Fact>
        <Fact name="Length">{length}</Fact>
        <Fact name="Where">{place}</Fact>
        <Fact name="Group">{group}</Fact>
        <Fact name="Bring">{bring}</Fact>
        {fee && <Fact name="Fee">{fee}</Fact>}
      </dl>
      <div className={`rule-top ${css.agenda}`}>
        <h3 className="t4">Agenda, to scale</h3>
        <AgendaScale parts={agenda} unit={unit} />
        <ol className={`grid cols-2 ${css.parts}`}>
          {agenda.map((part, index) => (
            <li className="grid baseline packed" key={part.title}>
              <span className="note" aria-hidden="true">
                {index + 1}
              </span>
              <h4 className={`ui-size ${css.partTitle}`}>
                {part.title} <span className="note">{`${part.share} ${unit === "hours" ? "h" : "min"}`}</span>
              </h4>
              <p className="small">{part.text}</p>
            </li>
          ))}
        </ol>
      </div>
      <div className={`rule-top ${css.outcomes}`}>
        <h3 className="t4">Afterward you can</h3>
        <ul className={`grid top-100 ui-size lh-145 ${css.list}`}>
          {outcomes.map((outcome) => (
            <li className="gap-75" key={outcome}>
              <Icon name="check" size={16} />
              <span>{outcome}</span>
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}
