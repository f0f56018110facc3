import { useState } from "react";
import { firmName } from "#app/lib/firm.ts";
import { firmFile } from "#app/lib/formats/file-names.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "./recovery-codes.module.css";

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = `${firmName()} recovery codes\nEach signs you in once, without the authenticator app.\n\n${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = firmFile("recovery-codes.txt");
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="grid gap-125">
      <p className={`soft ui-size ${css.text}`}>
        If you lose the app, each code signs you in once. They are shown only once. Do not keep them with your password.
      </p>
      <ol className={`grid ${css.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={`cluster gap-75 ${css.actions}`}>
        <Button size={40} icon="copy" onClick={() => void copy()}>
          {copied ? "Copied" : "Copy"}
        </Button>
        <Button size={40} icon="download" onClick={save}>
          Download
        </Button>
        <Button size={40} icon="document" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button variant="primary" wide onClick={onKept}>
        I have kept them
      </Button>
    </div>
  );
}
