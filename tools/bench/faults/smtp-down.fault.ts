import type { Fault } from "./fault.ts";
import { withMailOutage } from "./mail.ts";

export const fault: Fault = {
  title: "mail server down for several attempts (pauses cut short)",
  run: () => withMailOutage({ isDown: true }),
};
