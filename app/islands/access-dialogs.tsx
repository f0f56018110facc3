import { AccessDialogs } from "#app/features/access/ui/access-dialogs.tsx";
import { send } from "#app/island-kit/bus.ts";
import { island } from "#app/island-kit/island.tsx";
import { WhileLoading } from "#app/island-kit/while-loading.tsx";
import { sendCode, sendRequest } from "./access-endpoints.ts";
import { campaign } from "./visit.ts";

/** Duplicates openers.ts, which would add another file for each content page with this island. */
const opens = (dialogId: string) => ({ type: "button", "data-dialog": dialogId, "aria-haspopup": "dialog" }) as const;

/** The dialogs for requesting and for entering an access code. They open each other, so they share an island. */
export default island(function AccessDialogsIsland(props: { email: string | null; codeWithin: string }) {
  return (
    <AccessDialogs
      {...props}
      opens={opens}
      sendRequest={sendRequest}
      sendCode={sendCode}
      showError={(toast) => send("toast", toast && { ...toast, kind: "error" })}
      campaign={campaign}
      onGranted={() => location.assign("/blueprint/wizard")}
      whileLoading={<WhileLoading />}
    />
  );
});
