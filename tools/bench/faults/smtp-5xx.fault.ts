import { reply } from "../../../tests/fakes/mail-server.ts";
import type { Fault } from "./fault.ts";
import { withMailOutage } from "./mail.ts";

/** A refusal before any mail concerns the sender and not a mail, so no mail is given up. */
export const fault: Fault = {
  title: "mail server responds with 554 to every connection for hours (pauses cut short)",
  run: () =>
    withMailOutage({
      rules: (isOver) => ({
        onConnect: () => {
          if (!isOver()) throw reply(554, "5.7.1 No service here");
        },
      }),
    }),
};
