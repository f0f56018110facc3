import { reply } from "../../../tests/fakes/mail-server.ts";
import type { Fault } from "./fault.ts";
import { withMailOutage } from "./mail.ts";

export const fault: Fault = {
  title: "mail server responds with 451 to every recipient for hours (pauses cut short)",
  run: () =>
    withMailOutage({
      rules: (isOver) => ({
        onRecipient: () => {
          if (!isOver()) throw reply(451, "4.7.1 Try again later");
        },
      }),
    }),
};
