import { withClockMoved } from "./clock.ts";
import type { Fault } from "./fault.ts";

export const fault: Fault = {
  title: "clock two days behind (libfaketime), then right again",
  needs: ["faketime"],
  run: () => withClockMoved("-2d"),
};
