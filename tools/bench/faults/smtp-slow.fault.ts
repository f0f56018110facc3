import type { Fault } from "./fault.ts";
import { withMailOutage } from "./mail.ts";

export const fault: Fault = {
  title: "mail server takes 5 s for each mail",
  run: () => withMailOutage({ rules: (isOver) => ({ onData: () => (isOver() ? "take" : { slow: 5_000 }) }) }),
};
