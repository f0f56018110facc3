import { Link } from "react-router";
import type { Integration } from "#app/features/operations/operations.server.ts";
import { AdminDetails } from "#app/ui/admin-details.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { useIntegrationTest } from "./integration-test.tsx";
import css from "./settings.module.css";

export function IntegrationRow({ integration }: { integration: Integration }) {
  const { key, name, isOn, trouble, state, test, settings, lines, page } = integration;
  const tried = useIntegrationTest({ integration: key ?? "mail", name });
  return (
    <li className={css.integration}>
      <div className={`cluster middle ${css.name}`}>
        <h3>{name}</h3>
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
      <div className={css.about}>
        <p className={css.state}>{state}</p>
        {settings.length > 0 && (
          <ul className={`cluster muted ${css.names}`}>
            {settings.map((setting) => (
              <li key={setting.name}>
                {setting.name} {setting.isSet ? "is set" : "not set"}
              </li>
            ))}
          </ul>
        )}
        {lines.length > 0 && (
          <AdminDetails summary="How to turn it on" quiet className={css.lines}>
            <pre>{lines.join("\n")}</pre>
            <p className={css.hint}>Set them on the settings pages, or add these lines to .env and restart.</p>
          </AdminDetails>
        )}
      </div>
      <div className={`line gap-40 ${css.test}`}>
        {test && key && (
          <>
            {tried.button}
            <p className={css.hint}>{test}</p>
          </>
        )}
        {page && (
          <Link className={buttonClass({ size: 32 })} to={page.href}>
            {page.label}
          </Link>
        )}
      </div>
      {tried.outcome}
    </li>
  );
}
