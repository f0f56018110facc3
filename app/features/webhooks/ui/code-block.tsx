import { useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "./code-block.module.css";

/** Code or JSON with a copy button. `label` names it: "Code for Node". */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(code);
      setRefused(false);
    } catch {
      setRefused(true);
    }
  };
  return (
    <div className="card shrinks">
      <div className={`cluster middle between ${css.bar}`}>
        <span className="note">{label}</span>
        <Button data-reads size={32} icon="copy" aria-label={`Copy ${label}`} onClick={() => void copy()}>
          {copied === code ? "Copied" : "Copy"}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard */}
      <section className={css.code} tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
      <p className={css.state} role="status">
        {isRefused && "The browser did not allow copying. Select the text and copy it."}
      </p>
    </div>
  );
}
