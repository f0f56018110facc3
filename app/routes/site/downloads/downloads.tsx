import { spelledCounts, templateFiles } from "#app/features/content/counts.ts";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { capitalized, promised } from "#app/features/content/promises.ts";
import { kitContents } from "#app/features/kit/files/kit-files.ts";
import { countDownloads } from "#app/features/kit/kit.server.ts";
import { downloadMessages, starterKit } from "#app/features/kit/starter-kit.ts";
import { Behavior } from "#app/island-kit/behavior.tsx";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { CodeWait } from "#app/shell/site/code-wait.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import type { Route } from "./+types/downloads";
import { ArchiveDrawing } from "./archive-drawing.tsx";
import { ContentsList } from "./contents-list.tsx";
import css from "./downloads.module.css";
import { PartsList } from "./parts-list.tsx";

const fewestShown = 1;

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/downloads");

export async function loader({ context }: Route.LoaderArgs) {
  return {
    count: await countDownloads(context.get(requestContext), "public_lite"),
    contents: kitContents,
    target: await wizardTarget(context),
  };
}

/** What the script of this page needs; without it, the form counts and leads to the file, and the link loads it. */
const download = {
  "data-download": "",
  "data-file": starterKit.file,
  "data-version": starterKit.version,
  "data-done": downloadMessages.done,
  "data-failed": downloadMessages.failed,
};

export default function Downloads({ loaderData: { count, contents, target } }: Route.ComponentProps) {
  return (
    <>
      <header className={`wrap g12 ${css.head}`}>
        <div className={css.words}>
          <h1 className="hero-t">Start with {spelledCounts.templates} common automations.</h1>
          <p className="lede">
            The free starter kit: {templateFiles} templates ({spelledCounts.templates} automations for{" "}
            {spelledCounts.platforms} platforms), an ROI calculator spreadsheet, and an implementation guide for each
            platform. No login, no email address.
          </p>
          <div className="row">
            <form method="post" action="/downloads" {...download}>
              <Button type="submit" variant="primary" icon="download" busyText={downloadMessages.busy}>
                {downloadMessages.idle}
              </Button>
            </form>
            <p className="note">
              <a href={starterKit.path} download={starterKit.file} {...download}>
                {starterKit.file}
              </a>
              , <a href={starterKit.checksumPath}>SHA-256 checksum</a>
              <span hidden={count < fewestShown}>
                <br />
                Downloads so far: <span data-count={fewestShown}>{count.toLocaleString("en-US")}</span>
              </span>
            </p>
          </div>
          <p className={`small top-150 ${css.legal}`}>
            {starterKit.updated}. By downloading, you accept the <a href="/terms-of-service">Terms of Service</a>; the{" "}
            <a href="/privacy-policy">Privacy Policy</a> says what we record: that a download happened, and where it
            came from.
          </p>
        </div>
        <figure className={css.drawing}>
          <ArchiveDrawing />
          <figcaption className="top-75 note">Fig. 01. What is in the archive</figcaption>
        </figure>
      </header>
      <Section
        tag="Fig. 02"
        title={`${capitalized(spelledCounts.templates)} templates, ${spelledCounts.platforms} platforms`}
        size="t1"
        aside="Circle: trigger. Square: step. Diamond: decision. Red dot: outcome."
      >
        <PartsList />
      </Section>
      <Section surface="sheet" title="What is in the archive" size="t1">
        <ContentsList contents={contents} />
      </Section>
      <BlueprintBand>
        <div className={`g12 ${css.upsell}`}>
          <div>
            <h2 className="t1">Which five does your firm need?</h2>
            <p className="lede">
              The kit has {spelledCounts.templates} common ones. The analysis picks from more, based on your own hours
              and tools, with value, price and payback for each. {promised.analysis}, free.
            </p>
          </div>
          <div className={`grid gap-75 ${css.actions}`}>
            <ButtonLink variant="primary" href="/blueprint/wizard" forward>
              Open the wizard
            </ButtonLink>
            <ButtonLink href="/pricing">See the prices</ButtonLink>
            <CodeWait target={target} />
          </div>
        </div>
      </BlueprintBand>
      <Behavior of="download" late />
    </>
  );
}
