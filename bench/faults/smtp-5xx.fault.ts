import { reply } from "../../tests/fakes/mail-server.ts";
import type { Fault } from "./fault.ts";
import { withMailTrouble } from "./mail.ts";

/** A refusal before any mail is about the sender, not about a mail: nothing is given up because of it. */
export const fault: Fault = {
  title: "mail server responds with 554 to every connection for hours (pauses cut short)",
  run: () =>
    withMailTrouble({
      rules: (isOver) => ({
        onConnect: () => {
          if (!isOver()) throw reply(554, "5.7.1 No service here");
        },
      }),
    }),
};
