import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import type { ApiTokenEntry } from "#app/features/security/tokens/api-tokens.server.ts";
import { CodeBlock } from "#app/features/webhooks/ui/code-block.tsx";
import { apiScopeLabels, apiScopes, maxTokenNameLength } from "#app/lib/api-scopes.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { CheckField, TextField } from "#app/ui/forms/field.tsx";
import { isSending } from "#app/ui/forms/form-sending.ts";
import { Table } from "#app/ui/lists/table.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "./settings.module.css";
import type { SettingsIntent, TokenAnswer } from "./settings-actions.ts";

export function ApiTokens({ tokens }: { tokens: readonly ApiTokenEntry[] }) {
  const { act, busy, doneAt, refusal, toast } = useAdminAction<SettingsIntent>();
  const [asked, setAsked] = useState<{ token: ApiTokenEntry; at: number } | null>(null);
  const revoking = asked && asked.at === doneAt ? asked.token : null;
  const columns = [
    { label: "Name", heads: true, cell: ({ name }: ApiTokenEntry) => name },
    {
      label: "Can read",
      cell: ({ scopes }: ApiTokenEntry) => scopes.map((scope) => apiScopeLabels[scope]).join(", "),
    },
    { label: "Created", cell: ({ createdAt }: ApiTokenEntry) => <Moment at={createdAt} /> },
    {
      label: "Last used",
      cell: ({ lastUsedAt }: ApiTokenEntry) => (lastUsedAt ? <Moment at={lastUsedAt} /> : "Never"),
    },
    {
      label: "Action",
      cell: (token: ApiTokenEntry) =>
        token.revokedAt ? (
          <>
            Revoked <Moment at={token.revokedAt} />
          </>
        ) : (
          <Button size={32} aria-label={`Revoke ${token.name}`} onClick={() => setAsked({ token, at: doneAt })}>
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <section aria-labelledby="api-tokens" className={css.tokens}>
      <h2 id="api-tokens" className="below-75 larger strong">
        API tokens
      </h2>
      <p className="max-46">
        Programs read prospects, bookings, analyses and analytics with a token. Their endpoints are listed in{" "}
        <a href="/api/openapi.json">the API description</a>. To send events to a program instead, add a{" "}
        <Link to="/admin/webhook-setup-guide">webhook</Link>.
      </p>
      <NewToken />
      {tokens.length > 0 && (
        <Table caption="API tokens" quiet columns={columns} rows={tokens} rowKey={({ id }) => id} />
      )}
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke ${revoking?.name ?? "this token"}?`}
        confirm="Revoke"
        busyText="Revoking"
        busy={busy}
        refusal={refusal}
        onClose={() => setAsked(null)}
        onConfirm={() => void act({ intent: "revoke-token", tokenId: revoking?.id ?? "" })}
      >
        <p>Programs that use this token lose access immediately. This cannot be undone.</p>
      </ConfirmDialog>
      {toast}
    </section>
  );
}

function NewToken() {
  const fetcher = useFetcher<TokenAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const created = fetcher.data?.ok ? fetcher.data.token : undefined;
  useEffect(() => {
    if (created) form.current?.reset();
  }, [created]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const scopes = JSON.stringify(data.getAll("scope"));
    void fetcher.submit({ intent: "create-token", name: String(data.get("name")), scopes }, { method: "post" });
  };
  return (
    <>
      <form ref={form} method="post" className={`grid start ${css.newToken}`} onSubmit={submit}>
        <TextField
          label="Token name"
          name="name"
          required
          maxLength={maxTokenNameLength}
          autoComplete="off"
          hint="The program that will use it."
        />
        <fieldset className={`cluster ${css.scopes}`}>
          <legend>Can read</legend>
          {apiScopes.map((scope) => (
            <CheckField key={scope} name="scope" value={scope} label={apiScopeLabels[scope]} />
          ))}
        </fieldset>
        <Button type="submit" size={40} busy={isSending(fetcher)} busyText="Creating">
          Create token
        </Button>
      </form>
      {fetcher.data && !fetcher.data.ok && (
        <Notice kind="critical" live>
          {fetcher.data.message}
        </Notice>
      )}
      {created && (
        <Notice kind="positive" live title="The token was created.">
          <p>Copy it now. It is not shown again.</p>
          <CodeBlock label="New token" code={created} />
        </Notice>
      )}
    </>
  );
}
