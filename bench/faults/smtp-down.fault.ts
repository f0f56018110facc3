import type { Fault } from "./fault.ts";
import { withMailTrouble } from "./mail.ts";

export const fault: Fault = {
  title: "mail server down for several attempts (pauses cut short)",
  run: () => withMailTrouble({ isDown: true }),
};
