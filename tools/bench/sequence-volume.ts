import pg, { type PoolConfig } from "pg";
import { emptyDefinition, type Step } from "../../app/features/sequences/definitions/definition.ts";
import {
  createSequence,
  publishSequence,
  saveDraft,
  startSequence,
} from "../../app/features/sequences/sequences.server.ts";
import type { Ctx } from "../../app/platform/context.server.ts";

type SequenceVolume = { sequences: string[]; enrollments: number; due: number };

const goals = ["access_decided", "access_granted", "analysis_created", "call_booked", "payment"] as const;

const words = "Your analysis lists where the hours of a week go, and which two automations return most of them. ";
const mail = (key: string, amount: number): Step => ({
  ...{ key, kind: "mail", delay: { amount, unit: "days" }, conditions: [] },
  mail: {
    subject: `{{first_name|Hello}}, ${key === "first" ? "your analysis" : "one more thought"}`,
    preview: "Which processes to automate first.",
    body: `Hello {{first_name|there}},\n\n${words.repeat(4)}\n\n- {{company|Your company}} keeps its tools\n- nothing is replaced\n\n${words.repeat(4)}\n\n[See the drawings](/automation-grid)\n\n[Book a call](/contact)`,
  },
});

const made = <Value>(result: { ok: true; value: Value } | { ok: false; reason: { kind: string } }): Value => {
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};

/**
 * Enrolls every prospect once, evenly in five sequences of two mails: six of ten had the first mail in the last 89 days and are
 * due for the second; three had both, one was blocked. Some mails bounced, were clicked, answered or reported, and some people
 * booked. `window`: when mail may be sent.
 */
export async function fillWithEnrollments(
  ctx: Ctx,
  connection: PoolConfig,
  window: (typeof emptyDefinition)["window"],
): Promise<SequenceVolume> {
  const sequences: string[] = [];
  for (const [at, goal] of goals.entries()) {
    const title = `Follow-up ${at + 1}`;
    const { id } = made(await createSequence(ctx, { title }));
    const definition = {
      ...emptyDefinition,
      goal,
      window,
      exitStages: [],
      steps: [mail("first", 0), mail("second", 1)],
    };
    made(await saveDraft(ctx, { id, version: 1, title, definition }));
    made(await publishSequence(ctx, { id, version: 2 }));
    made(await startSequence(ctx, { id }));
    sequences.push(id);
  }
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    // Manually entered addresses need no verification.
    await client.query("update prospect set source = 'manual'");
    await client.query(enrollments);
    await client.query(steps);
    await client.query(mails);
    await client.query(bookings);
    await client.query("vacuum analyze");
    const { rows } = await client.query<{ enrollments: number; due: number }>(
      `select count(*)::int as enrollments, (count(*) filter (where state = 'active'))::int as due from sequence_enrollment`,
    );
    return { sequences, ...rows[0]! };
  } finally {
    await client.end();
  }
}

const enrollments = `
  insert into sequence_enrollment (id, sequence_id, version_id, prospect_id, goal, state, reason, done, enrolled_at, last_step_at,
    due_at, ended_at, since_event, unsubscribe_key)
  select gen_random_uuid(), v.sequence_id, v.id, p.id, v.definition->>'goal', state,
    case state when 'finished' then 'completed' when 'blocked' then 're_entry' end,
    case state when 'active' then 1 when 'finished' then 2 else 0 end, at, case when state <> 'blocked' then at end,
    case when state = 'active' then at + interval '1 day' end, case when state <> 'active' then at + interval '1 day' end,
    'ffffffff-ffff-7fff-bfff-ffffffffffff', md5(p.id::text)
  from (
    select id, row_number() over (order by id) as i from prospect
  ) as p
  join (select id, sequence_id, definition, row_number() over (order by id) as n from sequence_version) as v on v.n = 1 + p.i % 5
  cross join lateral (
    select (array['active', 'active', 'active', 'active', 'active', 'active', 'finished', 'finished', 'finished', 'blocked'])[1 + (p.i / 5) % 10] as state,
      now() - interval '1 hour' - (2 + (p.i * 7919) % 88) * interval '1 day' as at
  ) as facts`;

const steps = `
  insert into sequence_enrollment_step (enrollment_id, step_id, outcome, at, message_id, bounced_at, clicked_at, replied_at,
    unsubscribed_at, complained_at)
  select e.id, s.id, 'mail', at, gen_random_uuid(), case when h % 50 = 0 then at end, case when h % 9 = 1 then at end,
    case when h % 25 = 2 then at end, case when h % 60 = 3 then at end, case when h % 900 = 4 then at end
  from sequence_enrollment e
  join sequence_step s on s.version_id = e.version_id and s.position < e.done
  cross join lateral (select e.enrolled_at + s.position * interval '1 day' as at, abs(hashtext(e.id::text)) as h) as facts`;

const mails = `
  insert into message (id, kind, list, to_address, subject, html, text, headers, message_id, status, attempts, sent_at, trouble, created_at)
  select es.message_id, 'sequence-mail', 'outreach', p.email, 'Your analysis', '', '', '{}', '<' || es.message_id || '@bench.example>',
    case when h % 700 = 0 then 'failed' else 'sent' end, 1, es.at, case when h % 700 = 0 then 'failed' end, es.at
  from sequence_enrollment_step es
  join sequence_enrollment e on e.id = es.enrollment_id
  join prospect p on p.id = e.prospect_id
  cross join lateral (select abs(hashtext(es.message_id::text)) as h) as facts`;

const bookings = `
  insert into sequence_booking (booking_id, prospect_id, at, first_step, last_step, canceled_at)
  select gen_random_uuid(), e.prospect_id, es.at + interval '6 hours', es.step_id, es.step_id, null
  from sequence_enrollment_step es
  join sequence_enrollment e on e.id = es.enrollment_id
  join sequence_step s on s.id = es.step_id and s.position = 0
  where abs(hashtext(e.prospect_id::text)) % 40 = 0`;
