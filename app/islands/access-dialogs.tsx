import { AccessDialogs } from "../features/access/ui/access-dialogs.tsx";
import { send } from "../island-kit/bus.ts";
import { opens } from "../island-kit/dialogs.ts";
import { island } from "../island-kit/island.tsx";
import { WhileLoading } from "../island-kit/while-loading.tsx";
import { sendCode, sendRequest } from "./access-calls.ts";
import { campaign } from "./visit.ts";

/** Asking for an access code and entering one: two dialogs that hand over to each other, hence one island. */
export default island(function AccessDialogsIsland({ email }: { email: string | null }) {
  return (
    <AccessDialogs
      email={email}
      opens={opens}
      sendRequest={sendRequest}
      sendCode={sendCode}
      complain={(toast) => send("toast", { ...toast, kind: "error" })}
      campaign={campaign}
      onGranted={() => location.assign("/blueprint/wizard")}
      whileLoading={<WhileLoading />}
    />
  );
});
