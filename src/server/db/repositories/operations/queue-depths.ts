/** Measures, for each job, how much work is due and how long the oldest has been waiting. */
import { ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';
import { EVALUATED_BY_ACTIVE } from '@/server/db/repositories/automations/automations';
import { OPEN_RESERVATION } from '@/server/db/repositories/rewards/reservations';

/** Rows that fall due on the clock of their organization. */
interface Queue {
  readonly job: string;
  readonly table: string;
  readonly due: string;
  readonly waiting: string;
}

const QUEUES: readonly Queue[] = [
  { job: 'process-events', table: 'event_queue', due: 'due_at', waiting: 'true' },
  { job: 'deliver-webhooks', table: 'webhook_queue', due: 'due_at', waiting: 'q.lease_until IS NULL' },
  { job: 'process-due-lots', table: 'lots', due: 'matures_at', waiting: `q.remaining > 0 AND q.bucket = 'DEFERRED'` },
  { job: 'process-due-lots', table: 'lots', due: 'expires_at', waiting: 'q.remaining > 0' },
  { job: 'place-orders', table: 'fulfillment_orders', due: 'next_attempt_at', waiting: `q.status IN ('PENDING', 'ORDERED')` },
  { job: 'expire-reservations', table: 'redemptions', due: 'expires_at', waiting: OPEN_RESERVATION },
  { job: 'expire-decisions', table: 'decisions', due: 'expires_at', waiting: `q.status = 'RESERVED'` },
  { job: 'evaluate-tiers', table: 'tiers', due: 'due_at', waiting: 'true' },
  { job: 'evaluate-tiers', table: 'state_counters', due: 'resets_at', waiting: 'true' },
  { job: 'evaluate-tiers', table: 'state_tiers', due: 'expires_at', waiting: 'true' },
  { job: 'publish-change-sets', table: 'change_sets', due: 'publish_at', waiting: `q.status = 'SCHEDULED'` },
  { job: 'run-automations', table: 'automations', due: 'next_run_at', waiting: `q.status = 'ACTIVE'` },
  { job: 'run-automations', table: 'automation_runs', due: 'due_at', waiting: `q.status = 'RUNNING'` },
  { job: 'run-automations', table: 'automation_evaluations', due: 'due_at', waiting: EVALUATED_BY_ACTIVE },
  { job: 'run-broadcasts', table: 'broadcasts', due: 'due_at', waiting: 'q.completed_at IS NULL' },
];

const dueRows = ({ job, table, due, waiting }: Queue): string => `
  SELECT '${job}' AS job, q.${due} - o.clock_offset_ms * interval '1 millisecond' AS due_at
  FROM organizations o JOIN ${table} q ON q.organization_id = o.id WHERE ${waiting} AND q.${due} <= ${ORGANIZATION_NOW}`;

/** Work done as soon as possible, whatever any clock says. */
const AT_ONCE = `
  SELECT 'seal-entries' AS job, e.created_at - o.clock_offset_ms * interval '1 millisecond' AS due_at
    FROM entry_seal_queue q CROSS JOIN LATERAL unnest(q.entry_ids) AS waiting (id)
    JOIN journal_entries e ON e.organization_id = q.organization_id AND e.id = waiting.id JOIN organizations o ON o.id = q.organization_id
  UNION ALL SELECT 'recover-webhooks', r.updated_at - o.clock_offset_ms * interval '1 millisecond'
    FROM webhook_recoveries r JOIN organizations o ON o.id = r.organization_id WHERE r.status = 'RUNNING'
  UNION ALL SELECT 'verify-ledgers', $1 FROM ledger_verifications WHERE status = 'RUNNING'
  UNION ALL SELECT 'close-periods', p.created_at - o.clock_offset_ms * interval '1 millisecond'
    FROM ledger_periods p JOIN organizations o ON o.id = p.organization_id WHERE p.status = 'CLOSING'
  UNION ALL SELECT 'post-corrections', c.approved_at - o.clock_offset_ms * interval '1 millisecond'
    FROM corrections c JOIN organizations o ON o.id = c.organization_id WHERE c.status = 'POSTING'
  UNION ALL SELECT 'run-backtests', b.created_at - o.clock_offset_ms * interval '1 millisecond'
    FROM backtests b JOIN organizations o ON o.id = b.organization_id WHERE b.status IN ('QUEUED', 'RUNNING')`;

const DEPTHS = `
  SELECT job, count(*)::int AS due, greatest(0, extract(epoch FROM $1::timestamptz - min(due_at)))::float8 AS oldest_seconds
  FROM (${[...QUEUES.map(dueRows), AT_ONCE].join(' UNION ALL ')}) AS due GROUP BY job`;

interface QueueDepth {
  readonly job: string;
  readonly due: number;
  /** How long the oldest has been due, in seconds of real time. */
  readonly oldest_seconds: number;
}

/** Only jobs with work to do. @param now real time. */
export const queueDepths = (now: Date): Promise<QueueDepth[]> => statement<QueueDepth>(DEPTHS, [now]);
