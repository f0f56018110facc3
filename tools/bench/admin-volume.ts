import type { PoolConfig } from "pg";
import pg from "pg";

export type Volume = { prospects: number; events: number; mails: number };

/**
 * Fills an empty, migrated database: prospects over all stages, an event log, tasks and notes for some, and mails to their
 * addresses. Rows are computed from row numbers, so every run measures the same data.
 */
export async function fillWithVolume(connection: PoolConfig, { prospects, events, mails }: Volume): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off");
    // Building indexes once over all rows takes a fifth of the time.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid in ('prospect'::regclass, 'event'::regclass, 'message'::regclass, 'message_search'::regclass) and not indisunique`,
    );
    await client.query(indexes.map(({ name }) => `drop index ${name}`).join(";"));
    await client.query(helpers);
    await client.query(insertProspects, [prospects]);
    await client.query(`
      insert into prospect_address (email, prospect_id) select email, id from prospect;
      insert into prospect_stage_change (prospect_id, event_id, to_stage, at)
        select id, bench_id(created_at, email), stage, stage_since from prospect;
      insert into prospect_task (id, prospect_id, title, due_on, created_at, done_at)
        select bench_id(created_at, 'task' || email), id, 'Send the sample', current_date - 20 + (score % 40), created_at,
          case when score % 3 = 0 then now() end
        from prospect where score % 10 = 0;
      insert into prospect_note (id, prospect_id, body, created_at)
        select bench_id(created_at, 'note' || email), id, 'Asked for **references**.', created_at from prospect where score % 7 = 0;
    `);
    await client.query(insertEvents, [events, prospects]);
    await client.query(insertMails, [mails, prospects]);
    await client.query(
      "insert into message_search (message, text) select id, search_fold(to_address || ' ' || subject) from message",
    );
    await client.query(indexes.map(({ definition }) => definition).join(";"));
    await client.query("drop function bench_id(timestamptz, text); drop function bench_word(bigint, int)");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Ids in order of time, like the product's, and words of letters that are distinct enough for a search. */
const helpers = `
  create function bench_id(at timestamptz, seed text) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(seed), 1, 3) || '8' ||
      substr(md5(seed), 4, 15))::uuid $$;
  create function bench_word(number bigint, kind int) returns text language sql immutable as $$
    select initcap(string_agg(substr('balecodifugahejokilumanepiqorasetovu', 1 + 2 * (get_byte(bytes, at) % 18), 2), ''))
    from (select decode(md5(kind || ':' || number), 'hex') as bytes) b, generate_series(0, 3) as at $$;`;

const insertProspects = `
  insert into prospect (id, email, name, company, domain, role, industry, employees, source, stage, stage_since, lost_reason,
    value_cents, signals, score, scored_at, last_activity_at, created_at, tags)
  select bench_id(created, 'p' || i), lower(bench_word(i, 1)) || i || '@' || lower(bench_word(i / 3, 2)) || i / 3 || '.example',
    bench_word(i, 1) || ' ' || bench_word(i % 4000, 3), bench_word(i / 3, 2) || ' ' || (array['Systems', 'Logistics', 'Health', 'Labs'])[1 + i % 4],
    lower(bench_word(i / 3, 2)) || i / 3 || '.example', (array['COO', 'VP Sales', 'Head of RevOps', 'CEO'])[1 + i % 4],
    'SaaS', 10 + i % 190, (array['access_request', 'kit', 'newsletter', 'training', 'analysis'])[1 + i % 5],
    stage, created + interval '5 days', case when stage = 'lost' then 'timing' end,
    case when i % 3 > 0 then (i % 300) * 100000 end, '{}', (i * 37) % 101, now(), now() - (i % 400) * interval '1 day', created,
    case when i % 9 = 0 then array['partner'] else '{}'::text[] end
  from (
    select i, now() - interval '700 days' + (i * 600.0 / $1) * interval '1 day' as created,
      (array['lead', 'lead', 'lead', 'lead', 'new_analysis', 'new_analysis', 'qualified', 'call_booked', 'proposal', 'won', 'lost'])[1 + i % 11] as stage
    from generate_series(1, $1::int) as i) as numbers`;

const insertEvents = `
  insert into event (id, name, version, subject_email, payload, actor_kind, occurred_at)
  select bench_id(at, 'e' || i), name, 1, email, 
    jsonb_build_object('email', email, 'subscriberId', bench_id(at, 'e' || i), 'source', 'footer', 'userId', null, 'kitVersion', '1',
      'registrationId', bench_id(at, 'e' || i), 'companyName', '', 'program', 'RevOps basics'),
    'anonymous', at
  from (
    select i, p.email, now() - interval '690 days' + (i * 690.0 / $1) * interval '1 day' as at,
      (array['newsletter.subscribed', 'kit.downloaded', 'training.registered'])[1 + i % 3] as name
    from generate_series(1, $1::int) as i
    join (select email, row_number() over (order by id) as number from prospect) as p on p.number = 1 + (i::bigint * 7919) % $2::int
  ) as numbers`;

const insertMails = `
  insert into message (id, kind, to_address, subject, html, text, message_id, status, attempts, sent_at, trouble, created_at)
  select bench_id(at, 'm' || i), (array['newsletter-issue', 'access-requested', 'sign-in-code', 'booking-made'])[1 + i % 4], email,
    (array['Your access request', 'Five hours a week', 'Your call is booked', 'The register grows'])[1 + i % 4], '', '', '<' || i || '@bench.example>',
    case when i % 500 = 0 then 'failed' else 'sent' end, 1, at, case when i % 500 = 0 then 'failed' end, at
  from (
    select i, p.email, now() - interval '690 days' + (i * 690.0 / $1) * interval '1 day' as at
    from generate_series(1, $1::int) as i
    join (select email, row_number() over (order by id) as number from prospect) as p on p.number = 1 + (i::bigint * 104729) % $2::int
  ) as numbers`;
