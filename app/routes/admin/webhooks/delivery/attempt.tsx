import type { AttemptEntry } from "#app/features/webhooks/deliveries/deliveries.server.ts";
import { CodeBlock } from "#app/features/webhooks/ui/code-block.tsx";
import { formatNumber } from "#app/lib/numbers.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import css from "../webhooks.module.css";

export function Attempt({ attempt, isOpen }: { attempt: AttemptEntry; isOpen: boolean }) {
  const { number, at, durationMs, status, error, requestHeaders, responseHeaders, responseBody, isTruncated } = attempt;
  return (
    <li className={css.attempt}>
      <AdminDetails
        open={isOpen}
        summary={
          <>
            Attempt {number}, <Moment at={at} />{" "}
            <Badge kind={error === null ? "positive" : "critical"} icon={error === null ? "check" : "warning"}>
              {status === null ? "No response" : `Response ${status}`}
            </Badge>
          </>
        }
      >
        <p className="num">Took {formatNumber(durationMs)} ms</p>
        {error && <p>{error}</p>}
        <CodeBlock label={`Request headers of attempt ${number}`} code={lines(requestHeaders)} />
        {status !== null && (
          <>
            <CodeBlock label={`Response headers of attempt ${number}`} code={lines(responseHeaders)} />
            {responseBody ? (
              <CodeBlock label={`Response body of attempt ${number}`} code={responseBody} />
            ) : (
              <p>The response has no body.</p>
            )}
            {isTruncated && <p>The body is cut: only the beginning is stored.</p>}
          </>
        )}
      </AdminDetails>
    </li>
  );
}

const lines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
