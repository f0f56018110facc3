import * as access from "#app/features/access/personal-data.server.ts";
import * as accounts from "#app/features/accounts/personal-data.server.ts";
import * as analysis from "#app/features/analysis/personal-data.server.ts";
import * as analytics from "#app/features/analytics/personal-data.server.ts";
import * as billing from "#app/features/billing/personal-data.server.ts";
import * as booking from "#app/features/booking/personal-data.server.ts";
import * as events from "#app/features/events/personal-data.server.ts";
import * as full_blueprint from "#app/features/full-blueprint/personal-data.server.ts";
import * as kit from "#app/features/kit/personal-data.server.ts";
import * as mail from "#app/features/mail/personal-data.server.ts";
import * as newsletter from "#app/features/newsletter/personal-data.server.ts";
import * as pipeline from "#app/features/pipeline/personal-data.server.ts";
import * as sequences from "#app/features/sequences/personal-data.server.ts";
import * as training from "#app/features/training/personal-data.server.ts";
import * as webhooks from "#app/features/webhooks/personal-data.server.ts";
import * as wizard from "#app/features/wizard/personal-data.server.ts";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";

type PersonalDataFeature = {
  exportPersonalData: (ctx: Ctx, person: DataSubject) => Promise<PersonalData>;
  forgetPerson: (ctx: Ctx, person: DataSubject) => Promise<void>;
};

/**
 * Every feature that stores personal data. Export and deletion of an account call them in this order. A feature with a table
 * that holds addresses or user data must be listed here, before accounts. Mail and events are last: they delete every mail and
 * event about the person, including those added during the deletion.
 */
export const featuresWithPersonalData: Readonly<Record<string, PersonalDataFeature>> = {
  access,
  newsletter,
  training,
  analytics,
  kit,
  full_blueprint,
  analysis,
  wizard,
  booking,
  billing,
  sequences,
  pipeline,
  webhooks,
  accounts,
  mail,
  events,
};
