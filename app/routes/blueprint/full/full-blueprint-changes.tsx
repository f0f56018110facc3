import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { draftDifferences } from "#app/features/full-blueprint/drawing/draft-differences.ts";
import { getVersionPair } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { memberOf, turnAway } from "#app/shell/blueprint/member.server.ts";
import { Refused } from "#app/shell/blueprint/refused.tsx";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { DifferenceTable } from "#app/ui/lists/difference-table.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/full-blueprint-changes";
import css from "./full-blueprint-changes.module.css";

export const meta: Route.MetaFunction = () => unlisted("Compare versions");

/** `?from=1&to=2` compares two published versions; by default the newest two. */
export async function loader(asking: Route.LoaderArgs) {
  const ctx = memberOf(asking);
  const { searchParams } = new URL(asking.request.url);
  const wanted = (name: string) => (searchParams.get(name) ? { [name]: Number(searchParams.get(name)) } : {});
  const pair = await getVersionPair(ctx, asking.params.id, { ...wanted("from"), ...wanted("to") });
  if (!pair.ok) return turnAway({ kind: "not_found" });
  const { companyName, from, to, versions } = pair.value;
  return {
    ...{ blueprintId: asking.params.id, companyName, versions, from: from.number, to: to.number },
    differences: draftDifferences(from.content, to.content),
    account: await visibleAccount(ctx),
  };
}

export default function FullBlueprintChanges({ loaderData }: Route.ComponentProps) {
  const { blueprintId, companyName, versions, from, to, differences, account } = loaderData;
  const dates = useFirmDates();
  const options = versions.map(({ number, publishedAt }) => ({
    value: String(number),
    label: `Version ${number}, ${dates.longDay(publishedAt)}`,
  }));
  return (
    <>
      <AppHeader title={companyName} account={account && accountEntry(account)}>
        <ButtonLink size={40} href={`/blueprint/${blueprintId}/full`}>
          The full blueprint
        </ButtonLink>
      </AppHeader>
      <main id="main">
        <PageHead
          tag={sheetCodes.fullBlueprint}
          title={`Version ${from} and version ${to}`}
          lede={
            differences.length === 1
              ? "One part differs."
              : `${differences.length || "No"} parts differ, with both texts.`
          }
        />
        <div className={`wrap grid ${css.comparison}`}>
          <form className={`cluster gap-90 end ${css.choice}`} key={`${from} ${to}`}>
            <SelectField label="Compare" name="from" options={options} defaultValue={String(from)} />
            <SelectField label="with" name="to" options={options} defaultValue={String(to)} />
            <Button type="submit">Compare</Button>
          </form>
          {differences.length === 0 ? (
            <Empty title="The same text" text="These two versions have the same sections, workflows and tasks." />
          ) : (
            <DifferenceTable differences={differences} here={`Version ${from}`} there={`Version ${to}`} />
          )}
        </div>
      </main>
    </>
  );
}

export const ErrorBoundary = Refused;
