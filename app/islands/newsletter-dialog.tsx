import { useEffect, useState } from "react";
import { signupDialogIds } from "../features/signups/ui/dialog-ids.ts";
import { NewsletterDialog } from "../features/signups/ui/newsletter-dialog.tsx";
import { receive, send } from "../island-kit/bus.ts";
import { island } from "../island-kit/island.tsx";
import { ShellWhileLoading } from "../island-kit/while-loading.tsx";
import { sendNewsletterSignup } from "./signup-calls.ts";
import { whenOpen } from "./when-open.ts";

/** The newsletter popup of every page. Its buttons name the dialog and send which form they are (newsletter-opener.ts). */
export default island(function NewsletterDialogIsland(_: object) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(
    () =>
      receive("open-newsletter", (message) => whenOpen(signupDialogIds.newsletter, () => setSource(message.source))),
    [],
  );
  return (
    <NewsletterDialog
      source={source}
      onClosed={() => setSource(null)}
      send={sendNewsletterSignup}
      toast={(toast) => send("toast", toast)}
      whileLoading={<ShellWhileLoading />}
    />
  );
});
