import { Button } from "#app/ui/buttons/button.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import type { EndpointDraft } from "../endpoints/endpoint-draft.ts";
import { maxHeaders } from "../webhook-terms.ts";
import css from "./endpoint-form.module.css";

type Headers = EndpointDraft["headers"];

/** Headers sent with every message. Stored values are never shown; they can be replaced. */
export function HeaderFields({
  headers,
  error,
  onHeaders,
}: {
  headers: Headers;
  error: string | undefined;
  onHeaders: (headers: Headers) => void;
}) {
  const change = (at: number, changed: Partial<Headers[number]>) =>
    onHeaders(headers.map((header, index) => (index === at ? { ...header, ...changed } : header)));
  return (
    <fieldset className={`shrinks ${css.headers}`}>
      <legend>Headers</legend>
      <p className="muted smaller">Only if your program asks for a header, such as an API key.</p>
      {headers.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no other identity while its name is typed
        <div key={at} className={`grid end ${css.header}`}>
          <TextField
            label={`Name of header ${at + 1}`}
            value={name}
            readOnly={value === null}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => change(at, { name: target.value })}
          />
          {value === null ? (
            <p className="muted smaller">
              The value is stored and not shown.{" "}
              <Button size={32} aria-label={`Replace the value of ${name}`} onClick={() => change(at, { value: "" })}>
                Replace
              </Button>
            </p>
          ) : (
            <TextField
              label={`Value of header ${at + 1}`}
              value={value}
              maxLength={1000}
              autoComplete="off"
              onChange={({ target }) => change(at, { value: target.value })}
            />
          )}
          <Button
            size={32}
            icon="trash"
            aria-label={`Remove header ${at + 1}`}
            onClick={() => onHeaders(headers.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error && (
        <p role="alert" className="critical smaller">
          {error}
        </p>
      )}
      {headers.length < maxHeaders && (
        <Button size={32} icon="plus" onClick={() => onHeaders([...headers, { name: "", value: "" }])}>
          Add header
        </Button>
      )}
    </fieldset>
  );
}
