import { Link } from "react-router";
import { counted } from "#app/lib/numbers.ts";
import type { Today } from "#app/shell/admin/today.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { IntegrationTest } from "../settings/integration-test.tsx";
import { Item, Panel } from "./panel.tsx";
import type { PanelProps } from "./work-panels.tsx";

/** "Set up your firm", until every step is done or dismissed. */
export function SetupPanel({
  setup: { steps, total, dismissed },
  perform,
  isBusy,
}: PanelProps & { setup: Today["setup"] }) {
  if (steps.length === 0) return null;
  return (
    <Panel
      id="set-up"
      title="Set up your firm"
      total={steps.length}
      shown={steps.length}
      tools={<span className="note">{counted(total - steps.length, "step")} done or dismissed</span>}
    >
      {steps.map(({ key, title, why, command, href, test }) => (
        <Item
          key={key}
          title={<Link to={href}>{title}</Link>}
          details={
            <>
              {why} {command && <code>{command}</code>}
            </>
          }
        >
          {test && (
            <IntegrationTest integration={test} name={title} label={test === "mail" ? "Send a test" : "Check"} />
          )}
          <Button
            size={32}
            busy={isBusy("step", key)}
            busyText="Dismissing"
            aria-label={`Dismiss: ${title}`}
            onClick={() => perform({ intent: "dismiss-step", step: key, dismissed: [...dismissed, key].join(",") })}
          >
            Dismiss
          </Button>
        </Item>
      ))}
    </Panel>
  );
}
