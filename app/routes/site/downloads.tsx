import { pageMeta } from "../../features/content/page-meta.ts";
import { isKitBuilt } from "../../features/content/starter-kit.server.ts";
import { starterKit } from "../../features/content/starter-kit.ts";
import type { PageHandle } from "../../page-handle.ts";
import { BlueprintBand } from "../../ui/blueprint-band.tsx";
import { ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import type { Route } from "./+types/downloads";
import { ArchiveDrawing } from "./downloads/archive-drawing.tsx";
import css from "./downloads/downloads.module.css";
import { PartsList } from "./downloads/parts-list.tsx";
import { opensNewsletter } from "./newsletter-opener.ts";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/downloads");

export const loader = () => ({ isBuilt: isKitBuilt() });

const guides = [
  {
    title: "ROI calculator",
    kind: "Spreadsheet",
    text: "Hours, people and cost go in; value, payback and return come out, with every formula in view.",
  },
  ...starterKit.platforms.map((platform) => ({
    title: `Implementation guide for ${platform}`,
    kind: "Guide",
    text: `How to bring the five templates into ${platform}: connect, map the fields, test with real records, switch on.`,
  })),
];

export default function Downloads({ loaderData: { isBuilt } }: Route.ComponentProps) {
  return (
    <>
      <header className={`wrap g12 ${css.head}`}>
        <div className={css.words}>
          <h1 className="hero-t">Start with five that everybody needs.</h1>
          <p className="lede">
            The free starter kit: 15 templates, which is five automations for three platforms, an ROI calculator
            spreadsheet, and a guide for each platform. No login, no address to leave.
          </p>
          {isBuilt ? (
            <p className="row">
              <ButtonLink variant="primary" icon="download" href={starterKit.path} download={starterKit.file}>
                Download ({starterKit.size})
              </ButtonLink>
              <span className="note">
                {starterKit.file}, version {starterKit.version}
              </span>
            </p>
          ) : (
            <div className={css.later}>
              <p>
                This server was built without the archive, so there is nothing to fetch here today. The newsletter says
                when it is back; it will be {starterKit.size}.
              </p>
              <button className={buttonClass({ variant: "primary" })} {...opensNewsletter}>
                Tell me by newsletter
              </button>
            </div>
          )}
          <p className={`small ${css.legal}`}>
            {starterKit.updated}. By downloading you accept the <a href="/terms-of-service">Terms of Service</a>; the{" "}
            <a href="/privacy-policy">Privacy Policy</a> says what a download tells us: that there was one.
          </p>
        </div>
        <figure className={css.drawing}>
          <ArchiveDrawing />
          <figcaption className="note">Fig. 01. What lies in the archive</figcaption>
        </figure>
      </header>
      <Section
        tag="Fig. 02"
        title="Five templates, three platforms"
        size="t1"
        aside="Circle: what starts it. Square: a step. Diamond: a decision. Red dot: what you have at the end."
      >
        <PartsList />
      </Section>
      <Section surface="sheet" title="With them, what makes them work" size="t1">
        <ul className={css.guides}>
          {guides.map(({ title, kind, text }) => (
            <li key={title}>
              <p className="note">{kind}</p>
              <h3 className="t4">{title}</h3>
              <p className="small">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <BlueprintBand>
        <div className={`g12 ${css.upsell}`}>
          <div>
            <h2 className="t1">Which five would your own firm need?</h2>
            <p className="lede">
              The kit holds the ones that fit everybody. The analysis picks from eighteen by your own hours and tools,
              with value, price and payback for each. 15 minutes, free.
            </p>
          </div>
          <p className={css.acts}>
            <ButtonLink variant="primary" href="/blueprint/wizard" forward>
              Open the wizard
            </ButtonLink>
            <ButtonLink href="/pricing">See the prices</ButtonLink>
          </p>
        </div>
      </BlueprintBand>
    </>
  );
}
