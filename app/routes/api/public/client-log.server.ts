import { ClientLog, recordClientLog } from "#app/features/analytics/collecting/client-log.server.ts";
import { endpoints, publicArea } from "#app/routes/api/endpoints.server.ts";

const open = publicArea({}, [429]);

export const clientLogEndpoints = endpoints(
  open.post("/client-log", {
    summary: "Write log lines of a page's code to the server log",
    body: ClientLog,
    empties: "Accepted",
    command: (ctx, input, c) => recordClientLog(ctx, input, { address: c.get("address") }),
  }),
);
