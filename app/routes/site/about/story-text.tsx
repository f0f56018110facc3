import type { Story, StorySection } from "#app/features/content/texts/story-text.ts";
import { RichBlocks, RichText } from "#app/shell/site/rich-text.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./about.module.css";
import { HandOvers } from "./hand-overs.tsx";
import { Ledger } from "./ledger.tsx";
import { Values } from "./values.tsx";

/** The story below its title: the founding idea with the story beside it, then the sections. */
export const StoryText = ({ story: { title, quote, paragraphs, sections } }: { story: Story }) => (
  <>
    {(quote || paragraphs.length > 0) && (
      <section className="sec wrap g12" aria-label={title}>
        {quote && (
          <figure className={css.quote}>
            <blockquote>
              <p>{quote.text}</p>
            </blockquote>
            {quote.source && <figcaption className="top-150 note">{quote.source}</figcaption>}
          </figure>
        )}
        <div className={`prose ${css.story}`}>
          <RichBlocks blocks={paragraphs} words={(text) => <RichText text={text} />} />
        </div>
      </section>
    )}
    {sections.map((section) => (
      <StoryPart key={section.id} {...section} />
    ))}
  </>
);

function StoryPart(section: StorySection) {
  switch (section.kind) {
    case "handoffs":
      return <HandOvers {...section} />;
    case "values":
      return <Values {...section} />;
    case "promises":
      return <Ledger {...section} />;
    case "text":
      return (
        <Section id={section.id} title={section.title}>
          <div className="prose">
            <RichBlocks blocks={section.blocks} words={(text) => <RichText text={text} />} />
          </div>
        </Section>
      );
  }
}
