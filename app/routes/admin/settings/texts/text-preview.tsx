import { type Catalog, isOwnAutomation } from "#app/features/content/automations/automation-grid.ts";
import type { SiteTexts } from "#app/features/content/texts/texts.ts";
import { StoryText } from "#app/routes/site/about/story-text.tsx";
import { drawingOf } from "#app/routes/site/automation/drawing-data.ts";
import { HowItWorks, Overview, Specification } from "#app/routes/site/automation/drawing-parts.tsx";
import { Workflow, workflowBand } from "#app/routes/site/automation/workflow.tsx";
import { Card } from "#app/routes/site/automation-grid/card.tsx";
import { cardOf } from "#app/routes/site/automation-grid/card-data.ts";
import { FaqSections, faqNotes } from "#app/routes/site/faq/faq-sections.tsx";
import { LegalPage } from "#app/routes/site/legal/legal-page.tsx";
import { ProgramSheet } from "#app/routes/site/training/program-sheet.tsx";
import trainingCss from "#app/routes/site/training/training.module.css";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { RichText } from "#app/shell/site/rich-text.tsx";
import css from "./texts.module.css";

/** Texts rendered by the components of their pages. */
export function TextPreview({ shown, contactEmail }: { shown: Partial<SiteTexts>; contactEmail: string }) {
  const { faq, "our-story": story, footer, automations } = shown;
  const { training } = shown;
  const legal = shown.terms ?? shown.privacy;
  const notes = faq ? faqNotes(faq) : [];
  return (
    <>
      {faq && <FaqSections sections={faq} notes={notes} />}
      {notes.length > 0 && <Notes of={notes} />}
      {story && (
        <>
          <Opening {...story} />
          <StoryText story={story} />
        </>
      )}
      {training && (
        <>
          <Opening {...training} />
          <div className={`wrap grid ${trainingCss.programs}`}>
            {training.programs.map((program, index) => (
              <ProgramSheet key={program.title} program={program} number={index + 1} />
            ))}
          </div>
        </>
      )}
      {legal && <LegalPage of={legal} contactEmail={contactEmail} legal={null} others={[]} heading="p" />}
      {automations && <CatalogPreview catalog={automations} />}
      {footer !== undefined && (
        <p className={`small ${css.footerLine}`}>
          <RichText text={footer} contactEmail={contactEmail} />
        </p>
      )}
    </>
  );
}

/** The cards of the grid, and the drawings that the firm has written. */
const CatalogPreview = ({ catalog }: { catalog: Catalog }) => (
  <>
    <ul className={`grid sheet-surface ${css.cards}`}>
      {catalog.shown.map(cardOf).map((card) => (
        <Card key={card.id} card={card} hidden={false} />
      ))}
    </ul>
    {catalog.shown
      .filter(isOwnAutomation)
      .map(drawingOf)
      .map((drawing) => (
        <article key={drawing.id} className={`grid gap-150 cols-1 ${css.drawing}`}>
          <p className="t2">
            {drawing.id} {drawing.title}
          </p>
          <p className="lede">
            <Overview drawing={drawing} />
          </p>
          <HowItWorks drawing={drawing} />
          <Specification drawing={drawing} />
          <div className={workflowBand}>
            <Workflow drawing={drawing} />
          </div>
        </article>
      ))}
  </>
);

const Opening = ({ title, lede }: { title: string; lede: string }) => (
  <div className="sec wrap">
    <p className="hero-t">{title}</p>
    <p className="lede top-100">{lede}</p>
  </div>
);
