import { accessEvents } from "#app/features/access/events.ts";
import { accountEvents } from "#app/features/accounts/events.ts";
import { analysisEvents } from "#app/features/analysis/events.ts";
import { billingEvents } from "#app/features/billing/events.ts";
import { bookingEvents } from "#app/features/booking/events.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { fullBlueprintEvents } from "#app/features/full-blueprint/events.ts";
import { kitEvents } from "#app/features/kit/events.ts";
import { mailEvents } from "#app/features/mail/events.ts";
import { newsletterEvents } from "#app/features/newsletter/events.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { sequenceEvents } from "#app/features/sequences/events.ts";
import { trainingEvents } from "#app/features/training/events.ts";

export const eventRegistry = [
  ...accountEvents,
  ...accessEvents,
  ...analysisEvents,
  ...fullBlueprintEvents,
  ...bookingEvents,
  ...billingEvents,
  ...newsletterEvents,
  ...trainingEvents,
  ...kitEvents,
  ...mailEvents,
  ...pipelineEvents,
  ...sequenceEvents,
] as unknown as readonly EventDefinition[];
