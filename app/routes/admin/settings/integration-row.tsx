import { Link } from "react-router";
import type { Integration } from "#app/features/operations/operations.server.ts";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { useIntegrationTest } from "./integration-test.tsx";
import css from "./settings.module.css";

function stateOf({ isSet, lockedBy }: Integration["settings"][number]): string {
  if (!lockedBy) return isSet ? "set" : "not set";
  return isSet
    ? `set by ${lockedBy} in the environment`
    : `not set. Remove ${lockedBy} from the environment to set it here.`;
}

export function IntegrationRow({ integration }: { integration: Integration }) {
  const { key, name, isOn, trouble, state, test, settings, page } = integration;
  const tried = useIntegrationTest({ integration: key ?? "mail", name });
  return (
    <li className={`grid ${css.integration}`}>
      <div className={`cluster middle packed ${css.name}`}>
        <h3 className="ui-size strong">{name}</h3>
        {trouble ? (
          <Badge kind={trouble === "all" ? "critical" : "caution"} icon="warning">
            {trouble === "all" ? "Failing" : "Partly failing"}
          </Badge>
        ) : (
          <Badge kind={isOn ? "positive" : "sunk"} icon={isOn ? "check" : "minus"}>
            {isOn ? "On" : "Off"}
          </Badge>
        )}
      </div>
      <div className="shrinks">
        <p className="max-46">{state}</p>
        {settings.length > 0 && (
          <ul className={`cluster muted ${css.names}`}>
            {settings.map((setting) => (
              <li key={setting.label}>
                {setting.label}: {stateOf(setting)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={`line gap-40 start ${css.test}`}>
        {test && key && (
          <>
            {tried.button}
            <p className={`muted size-81 ${css.hint}`}>{test}</p>
          </>
        )}
        {page && (
          <Link className={buttonClass({ size: 32 })} to={page.href} aria-label={`${page.label}: ${name}`}>
            {page.label}
          </Link>
        )}
      </div>
      {tried.outcome}
    </li>
  );
}
