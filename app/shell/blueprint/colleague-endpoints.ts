import type { ColleagueEndpoints } from "#app/features/wizard/ui/colleagues/colleague-dialog.tsx";
import type { colleaguesEndpoints } from "#app/routes/api/blueprint/colleagues.server.ts";
import { client } from "../api-client.ts";

const call = client<typeof colleaguesEndpoints>();

export const colleagueEndpoints: ColleagueEndpoints = {
  list: (id) => call("GET /blueprints/{id}/colleagues", { id }),
  add: (id, wish) => call("POST /blueprints/{id}/colleagues", { id, ...wish }),
  end: (id, colleague) => call("DELETE /blueprints/{id}/colleagues/{colleague}", { id, colleague }),
};
