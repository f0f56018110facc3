import { crumbNames } from "#app/features/content/content.ts";
import { promised } from "#app/features/content/promises.ts";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { trainingConsent, trainingMessages } from "#app/features/training/registration.ts";
import { TrainingFields } from "#app/features/training/ui/training-fields.tsx";
import { unlisted } from "#app/lib/firm.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { PostedForm } from "#app/shell/site/posted-form.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { SubmitWithConsent } from "#app/ui/buttons/submit-with-consent.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { Breadcrumb } from "#app/ui/frames/breadcrumb.tsx";
import { crumbsOf } from "#app/ui/frames/crumbs.ts";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import type { Route } from "./+types/training-register";
import css from "./form-page.module.css";

/** What the form came back with; see routes/forms/forms.server.ts. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { refusedForm } = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const wanted = refusedForm?.values["trainingProgram"] ?? query.get("program");
  const titles = trainingTitles();
  return {
    program: titles.find((title) => title === wanted) ?? titles[0]!,
    titles,
    isDone: query.get("said") === "registered",
    refused: refusedForm ?? null,
  };
}

export const handle: PageHandle = { content: true };
export const headers = () => ({ "cache-control": "private, no-store" });
export const meta: Route.MetaFunction = () => unlisted("Register for training");

const crumbs = crumbsOf("/training/register", { ...crumbNames(), "/training/register": "Register" });

export default function TrainingRegister({ loaderData: { program, titles, isDone, refused } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        above={<Breadcrumb crumbs={crumbs} />}
        title="Register for training"
        lede={`Registering commits you to nothing. We write ${promised.answer} with the next dates and the fee.`}
      />
      <div className={`wrap grid start ${css.columns}`}>
        <div className={`grid gap-110 ruled ${css.part}`}>
          {isDone ? (
            <>
              <Notice kind="positive" title={trainingMessages.doneTitle} live>
                {trainingMessages.done}
              </Notice>
              <div className="row">
                <ButtonLink href="/training">Back to training</ButtonLink>
              </div>
            </>
          ) : (
            <PostedForm action="/training/register" className="grid gap-125" aria-label="Training registration">
              <FormFailure text={refused?.message} />
              <SelectField
                label="Program"
                name="trainingProgram"
                options={[...titles]}
                defaultValue={program}
                error={refused?.fields["trainingProgram"]}
              />
              <TrainingFields faults={refused?.fields ?? {}} values={refused?.values ?? {}} />
              <SubmitWithConsent
                label="Submit Registration"
                consent={trainingConsent}
                busy={false}
                busyText={trainingMessages.submitting}
              />
            </PostedForm>
          )}
        </div>
        <section className={`grid gap-110 ruled ${css.part}`} aria-labelledby="programs">
          <h2 className="t4" id="programs">
            The programs
          </h2>
          <ul className={`grid gap-60 ${css.steps}`}>
            {titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
          <p className="small">
            <a href="/training">Agenda, length and outcomes of each program</a>
          </p>
        </section>
      </div>
    </>
  );
}
