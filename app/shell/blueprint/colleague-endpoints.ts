import type { ColleagueEndpoints } from "#app/features/wizard/ui/colleagues/colleague-dialog.tsx";
import { api, ask } from "../api-client.ts";

const colleagues = api.api.blueprints[":id"].colleagues;

export const colleagueEndpoints: ColleagueEndpoints = {
  list: (id) => ask(colleagues.$get({ param: { id } })),
  add: (id, wish) => ask(colleagues.$post({ param: { id }, json: wish })),
  end: (id, colleague) => ask(colleagues[":colleague"].$delete({ param: { id, colleague } })),
};
