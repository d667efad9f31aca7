/** Generates events with their rule evaluations; every second event matched and earned points. */
import { KIND, literal, type Plan, type Step } from './plan';

const IS_FAILED = 'n % 50 = 1';
export const isMatched = 'n % 2 = 0';

export const eventId = ({ participants }: Plan): string => `pg_temp.made(${KIND.event}, n, pg_temp.moment(n, ${participants}))`;

const RULES_TOLD = 3;

export function eventSteps(plan: Plan): Step[] {
  const at = `pg_temp.at(pg_temp.moment(n, ${plan.participants}))`;
  const organization = literal(plan.organizationId);
  return [
    {
      name: 'events',
      sql: `INSERT INTO events (id, organization_id, program_id, participant_id, external_id, event_type, event_data, idempotency_key, event_timestamp)
        SELECT ${eventId(plan)}, ${organization}, ${literal(plan.programId)}, pg_temp.person(who), 'customer-' || who, 'EXTERNAL',
          json_build_object('type', 'purchase', 'amount', n % 400, 'order', json_build_object('id', 'order-' || n, 'channel', CASE WHEN n % 3 = 0 THEN 'web' ELSE 'store' END)),
          'purchase-' || n, at
        FROM (SELECT n, pg_temp.someone(n) AS who, ${at} AS at FROM generate_series(1::bigint, ${plan.participants}) AS n) numbered`,
    },
    {
      name: 'outcomes',
      sql: `INSERT INTO event_outcomes (event_id, organization_id, rule_configuration_version, status, error_code, error_message, evaluations, processed_at)
        SELECT ${eventId(plan)}, ${organization}, 1, CASE WHEN ${IS_FAILED} THEN 'FAILED' ELSE 'COMPLETED' END, CASE WHEN ${IS_FAILED} THEN 'insufficient_funds' END,
          CASE WHEN ${IS_FAILED} THEN 'The wallet has too little for this.' END, CASE WHEN ${IS_FAILED} THEN '[]' ELSE ${evaluations(plan)} END,
          ${at} + interval '20 milliseconds'
        FROM generate_series(1::bigint, ${plan.participants}) AS n`,
    },
    decisionStep(plan),
  ];
}

/** The newest events, as if they had been decided within their requests. */
function decisionStep({ organizationId, participants: size }: Plan): Step {
  const told = JSON.stringify({ effects: [], refused: [], balances: [], error: null });
  return {
    name: 'decisions',
    sql: `INSERT INTO decisions (id, organization_id, program_id, participant_id, external_id, idempotency_key, fingerprint, mode, status, event_id, event_data,
        event_timestamp, configuration_version, told, created_at, updated_at, resolved_at)
      SELECT e.id, e.organization_id, e.program_id, e.participant_id, e.external_id, e.idempotency_key, 'populated', 'COMMIT',
        CASE o.status WHEN 'COMPLETED' THEN 'COMMITTED' ELSE 'FAILED' END, e.id, e.event_data, e.event_timestamp, 1, '${told}', time_of_id(e.id), o.processed_at, o.processed_at
      FROM (SELECT * FROM events WHERE organization_id = ${literal(organizationId)} AND event_type = 'EXTERNAL' AND participant_id IS NOT NULL
        ORDER BY id DESC LIMIT ${Math.min(size, 10_000)}) e
      JOIN event_outcomes o ON o.organization_id = e.organization_id AND o.event_id = e.id`,
  };
}

function evaluations({ ruleIds }: Plan): string {
  const told = ruleIds.slice(0, RULES_TOLD).map((_, index) => {
    const matched = index === 0 ? isMatched : 'false';
    return `json_build_object('status', CASE WHEN ${matched} THEN 'MATCHED' ELSE 'NOT_MATCHED' END,
      'trace', json_build_array(json_build_array('event.type == "purchase"', ${matched})),
      'actions', CASE WHEN ${matched} THEN json_build_array(json_build_object('amount', '5')) ELSE '[]'::json END)`;
  });
  return `json_build_array(${told.join(', ')})`;
}
