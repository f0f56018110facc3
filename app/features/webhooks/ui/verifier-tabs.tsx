import { type ReactNode, useState } from "react";
import { firmFile } from "#app/lib/formats/file-names.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Tabs } from "#app/ui/sections/tabs.tsx";
import { analysisWorkflow } from "../verifying/n8n-workflow.ts";
import { sampleRequest } from "../verifying/sample-request.ts";
import { placeholderSecret, type VerifierKey, verifiers } from "../verifying/verifiers.ts";
import { CodeBlock } from "./code-block.tsx";
import css from "./verifier-tabs.module.css";

/** Where the server examples listen on the reader's computer. */
const localUrl = "http://localhost:3001/";

/**
 * Verifier code by tool, and a signed request to try it with. `secret` fills both; without it they contain a
 * placeholder. `sample`: the body of the request. `fill` offers to show the secret.
 */
export function VerifierTabs({ secret, sample, fill }: { secret: string | null; sample: string; fill: ReactNode }) {
  const [current, setCurrent] = useState<VerifierKey>("n8n");
  const [made, setMade] = useState<{ secret: string; command: string | null } | null>(null);
  const verifier = verifiers.find(({ key }) => key === current)!;
  const used = secret ?? placeholderSecret;
  const command = made?.secret === used ? made : null;
  const makeRequest = async () =>
    setMade({ secret: used, command: await sampleRequest({ secret: used, body: sample, url: localUrl }) });
  return (
    <div className={css.part}>
      <Tabs label="Your tool" items={verifiers} current={current} onCurrent={setCurrent}>
        <p className={`max-46 below-75 soft smaller ${css.note}`}>{verifier.note}</p>
        <CodeBlock label={`Code for ${verifier.label}`} code={verifier.code(used)} />
        {verifier.key === "n8n" && (
          <p className={`max-46 below-75 soft smaller ${css.note}`}>
            Or import a complete workflow that posts new analyses to a chat channel:{" "}
            <Button data-reads size={32} icon="download" onClick={() => downloadWorkflow(used)}>
              Download workflow
            </Button>
          </p>
        )}
      </Tabs>
      {secret ? (
        <p className={`max-46 below-75 soft smaller ${css.note}`}>
          The code holds the secret of this endpoint. Do not share it.
        </p>
      ) : (
        <div className={`cluster middle ${css.fill}`}>
          <p className={`max-46 below-75 soft smaller ${css.note}`}>
            The code holds a placeholder instead of your secret.
          </p>
          {fill}
        </div>
      )}
      <AdminDetails summary="Try the code on your own computer" className={css.vector}>
        <p className={`max-46 below-75 soft smaller ${css.note}`}>
          A signed request that correct code accepts. It expires in five minutes. Change one character of the body, and
          correct code responds with 401.
        </p>
        <Button data-reads size={32} onClick={() => void makeRequest()}>
          {command ? "Make a new request" : "Make a request"}
        </Button>
        {command?.command && <CodeBlock label="Signed request" code={command.command} />}
        {command && !command.command && (
          <Notice kind="caution" live>
            The browser signs only on pages with https. Use a test event instead.
          </Notice>
        )}
      </AdminDetails>
    </div>
  );
}

function downloadWorkflow(secret: string) {
  const workflow = analysisWorkflow({ secret, chatUrl: "https://chat.example.com/hooks/analyses" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(workflow, null, 2)], { type: "application/json" }));
  link.download = firmFile("new-analyses.json");
  link.click();
  URL.revokeObjectURL(link.href);
}
