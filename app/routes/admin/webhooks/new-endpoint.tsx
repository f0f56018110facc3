import { Link, useFetcher } from "react-router";
import { listCatalogue } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { emptyEndpoint } from "#app/features/webhooks/endpoints/endpoint-draft.ts";
import { EndpointForm } from "#app/features/webhooks/ui/endpoint-form.tsx";
import { NewSecret } from "#app/features/webhooks/ui/new-secret.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { isSending } from "#app/ui/forms/form-sending.ts";
import type { Route } from "./+types/new-endpoint";
import { pickerGroups } from "./picker-groups.ts";
import { performWebhookAction, type SecretAnswer } from "./webhook-actions.ts";
import { guidePath } from "./webhook-paths.ts";
import css from "./webhooks.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireAdmin(context, request);
  return { groups: pickerGroups(listCatalogue()) };
}

export const meta = () => unlisted("Add endpoint | Webhooks");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performWebhookAction(await request.formData());

export default function NewEndpoint({ loaderData: { groups } }: Route.ComponentProps) {
  const fetcher = useFetcher<SecretAnswer>();
  const { data } = fetcher;
  return (
    <AdminPage
      title="Add endpoint"
      lead="The web address of a program that receives the messages, and the events that it receives."
      above={{ href: guidePath, label: "Webhooks" }}
    >
      {data?.ok ? (
        <div className={`max-46 ${css.created}`}>
          <NewSecret secret={data.secret} previousUntil={null} />
          <Link
            className={buttonClass({ variant: "primary", size: 40 })}
            to={`${guidePath}?endpoint=${data.endpointId}`}
          >
            Continue with step 2
          </Link>
        </div>
      ) : (
        <LeaveWarning>
          <EndpointForm
            stored={emptyEndpoint}
            groups={groups}
            save="Add endpoint"
            busy={isSending(fetcher)}
            savedAt={0}
            refusal={data ? data.error : null}
            onSave={(input) =>
              void fetcher.submit({ intent: "add", endpoint: JSON.stringify(input) }, { method: "post" })
            }
          />
        </LeaveWarning>
      )}
    </AdminPage>
  );
}
