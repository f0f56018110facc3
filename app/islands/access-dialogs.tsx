import { AccessDialogs } from "#app/features/access/ui/access-dialogs.tsx";
import { send } from "#app/island-kit/bus.ts";
import { island } from "#app/island-kit/island.tsx";
import { WhileLoading } from "#app/island-kit/while-loading.tsx";
import { sendCode, sendRequest } from "./access-endpoints.ts";
import { campaign } from "./visit.ts";

/** As in openers.ts, whose name each content page would have to carry as another file of this island. */
const opens = (dialogId: string) => ({ type: "button", "data-dialog": dialogId, "aria-haspopup": "dialog" }) as const;

/** Asking for an access code and entering one: two dialogs that open each other, hence one island. */
export default island(function AccessDialogsIsland({ email }: { email: string | null }) {
  return (
    <AccessDialogs
      email={email}
      opens={opens}
      sendRequest={sendRequest}
      sendCode={sendCode}
      complain={(toast) => send("toast", toast && { ...toast, kind: "error" })}
      campaign={campaign}
      onGranted={() => location.assign("/blueprint/wizard")}
      whileLoading={<WhileLoading />}
    />
  );
});
