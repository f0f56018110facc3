import type { CatalogueGroup } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import type { PickerGroup } from "#app/features/webhooks/ui/event-picker.tsx";

/** Returns the catalog without schemas and samples. */
export const pickerGroups = (groups: readonly CatalogueGroup[]): PickerGroup[] =>
  groups.map(({ group, title, events }) => ({
    ...{ group, title },
    events: events.map(({ name, when }) => ({ name, when })),
  }));
