import { withClockMoved } from "./clock.ts";
import type { Fault } from "./fault.ts";

export const fault: Fault = {
  title: "clock 400 days ahead (libfaketime), then right again",
  needs: ["faketime"],
  run: () => withClockMoved("+400d"),
};
