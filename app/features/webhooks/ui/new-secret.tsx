import { Notice } from "#app/ui/feedback/notice.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import { CodeBlock } from "./code-block.tsx";

/** A newly created secret. `previousUntil`: until when the previous one also signs. */
export function NewSecret({ secret, previousUntil }: { secret: string; previousUntil: Date | null }) {
  return (
    <Notice
      kind="positive"
      live
      title={previousUntil ? "The secret was replaced." : "The endpoint was added. This is its secret."}
    >
      <CodeBlock label="Secret" code={secret} />
      <p>
        Copy it into the code of your program now. To see it again later, you need a new code from your authenticator
        app.
      </p>
      {previousUntil && (
        <p>
          Both secrets work until <Moment at={previousUntil} />. Change your program before then.
        </p>
      )}
    </Notice>
  );
}
