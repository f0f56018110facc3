import { Link } from "react-router";
import { isOwnText } from "#app/features/content/texts/site-texts.server.ts";
import { textDefinitions, textKeys, textSetting } from "#app/features/content/texts/texts.ts";
import { listSettingGroups } from "#app/features/settings/setting-pages.server.ts";
import { settingChangedAt } from "#app/features/settings/stored-settings.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import { GroupLinks } from "../group-links.tsx";
import type { Route } from "./+types/texts";
import css from "./texts.module.css";

export const meta = () => unlisted("Texts | Settings");

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireAdmin(context, request);
  return {
    groups: listSettingGroups(),
    texts: textKeys.map((key) => ({
      key,
      title: textDefinitions[key].title,
      about: textDefinitions[key].about,
      isOwn: isOwnText(key),
      changedAt: settingChangedAt(textSetting(key)),
    })),
  };
}

/** The texts of the site that the firm may change. */
export default function Texts({ loaderData: { groups, texts } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Texts"
      lead="Each has an editor with a preview and its history. Changes are on the site within seconds."
      above={{ href: "/admin/settings", label: "Settings" }}
    >
      <GroupLinks groups={groups} current="texts" />
      <ul className={`ruled ${css.list}`}>
        {texts.map(({ key, title, about, isOwn, changedAt }) => (
          <li key={key}>
            <h2 className="larger strong">
              <Link to={`/admin/settings/texts/${key}`}>{title}</Link>
            </h2>
            <p>{about}</p>
            <p className="muted">
              {isOwn ? "Your text" : "Default text"}
              {changedAt && (
                <>
                  , changed <Moment at={changedAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}
