import { type FormEvent, useState } from "react";
import { getDelivery } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import {
  type Diagnosis,
  diagnoseSignature,
  signedHeaders,
} from "#app/features/webhooks/verifying/signature-diagnosis.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextArea, TextField } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import type { Route } from "./+types/signature";
import { signaturePath, webhookTabs } from "./webhook-paths.ts";
import css from "./webhooks.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const deliveryId = new URL(request.url).searchParams.get("delivery");
  const delivery = deliveryId ? await getDelivery(ctx, { deliveryId }) : null;
  const latest = delivery?.ok ? delivery.value.attemptLog.at(-1) : undefined;
  const sent = latest?.requestHeaders ?? {};
  return {
    headers: signedHeaders.flatMap((name) => (sent[name] ? `${name}: ${sent[name]}` : [])).join("\n"),
    body: (latest && delivery?.ok && delivery.value.body) || "",
  };
}

export const meta = () => unlisted("Signature help | Webhooks");

/**
 * Explains why a receiver refused a signature; `?delivery=` fills in the newest message of a delivery. The check runs in the
 * browser, and the fields have no names, so no form can submit the secret.
 */
export default function Signature({ loaderData: sent }: Route.ComponentProps) {
  const [question, setQuestion] = useState({ ...sent, secret: "", computed: "" });
  const [result, setResult] = useState<Diagnosis | null>(null);
  const change = (changed: Partial<typeof question>) => {
    setQuestion((before) => ({ ...before, ...changed }));
    setResult(null);
  };
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setResult(await diagnoseSignature(question));
  };
  return (
    <AdminPage
      title="Why did my signature fail?"
      lead="Paste a message as your program received it. The check runs in your browser: nothing is sent or stored."
    >
      <div className={parts.spaced}>
        <TabLinks label="Webhooks" items={webhookTabs} current={signaturePath} />
      </div>
      {sent.body !== "" && (
        <Notice kind="info" title="Headers and body are filled in as they were sent.">
          If your program received something else, paste that instead. Then add the secret from your program.
        </Notice>
      )}
      <div className={`grid start ${css.columns}`}>
        <ScriptForm className={css.signature} onSubmit={(event) => void check(event)}>
          <TextArea
            label="Headers"
            required
            rows={5}
            spellCheck={false}
            autoComplete="off"
            hint="One per line, as in webhook-id: 018f2a6c. They are listed on the page of the delivery, too."
            value={question.headers}
            onChange={({ target }) => change({ headers: target.value })}
          />
          <TextArea
            label="Body"
            required
            rows={8}
            spellCheck={false}
            autoComplete="off"
            hint="The raw text, before anything parses it."
            value={question.body}
            onChange={({ target }) => change({ body: target.value })}
          />
          <TextField
            label="Secret"
            required
            spellCheck={false}
            autoComplete="off"
            hint="The secret in your program. It begins with whsec_."
            value={question.secret}
            onChange={({ target }) => change({ secret: target.value })}
          />
          <TextField
            label="Signature that your code computed"
            optional
            spellCheck={false}
            autoComplete="off"
            hint="Shows what your code does differently."
            value={question.computed}
            onChange={({ target }) => change({ computed: target.value })}
          />
          <Button data-reads type="submit" variant="primary" size={40}>
            Check signature
          </Button>
        </ScriptForm>
        <section aria-labelledby="result">
          <h2 id="result" className={`larger strong ${parts.head}`}>
            Result
          </h2>
          <div role="status">
            {result ? (
              <Notice kind={result.verdict === "valid" ? "positive" : "caution"} title={result.title}>
                <p>{result.text}</p>
                <p>
                  <b>What to do:</b> {result.fix}
                </p>
              </Notice>
            ) : (
              <p className="muted">The reason and what to do appear here.</p>
            )}
          </div>
        </section>
      </div>
    </AdminPage>
  );
}
