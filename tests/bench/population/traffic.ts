/** Generates what surrounds the ledger: webhook deliveries, request log, audit log, automation runs, and ended background work. */
import { IMPORT_ERRORS_KEPT } from '@/contract/import';
import { packBodies } from '@/server/db/repositories/organizations/logged-bodies';
import { packExchange } from '@/server/db/repositories/webhooks/webhook-exchange';
import { firstIdAt } from '@/server/platform/ids';
import { DAY_MS, KIND, literal, type Plan, type Step } from './plan';

/** Older rows would be purged during a measurement. */
const KEPT_MS = 28 * DAY_MS;
const PENDING = 5;

export function trafficSteps(plan: Plan): Step[] {
  return [
    ...webhookSteps(plan),
    requestLogStep(plan),
    auditStep(plan),
    automationStep(plan),
    endedStep(plan),
    canceledCorrectionStep(plan),
    rehearsedImportStep(plan),
  ];
}

const recent = ({ to }: Plan, size: number): string => `(${to - KEPT_MS} + n * ${KEPT_MS} / ${size + 1})`;

function webhookSteps(plan: Plan): Step[] {
  const { participants: size } = plan;
  const organization = literal(plan.organizationId);
  const ms = recent(plan, size);
  const rows = `FROM generate_series(1::bigint, ${size}) AS n`;
  const envelope = `pg_temp.made(${KIND.envelope}, n, ${ms})`;
  const delivery = `overlay(${envelope}::text placing 'dddddddddd' from 27)::uuid`;
  const endpoint = `(ARRAY[${plan.endpointIds.map(literal).join(', ')}])[1 + n % ${plan.endpointIds.length}]`;
  const failed = 'n % 100 = 0';
  const at = `pg_temp.at(${ms})`;
  const exchange = packExchange('', { url: 'http://127.0.0.1:9/one', requestHeaders: {}, response: { headers: {}, body: 'ok' } });
  return [
    {
      name: 'webhook envelopes',
      sql: `INSERT INTO webhook_events (organization_id, id, type, api_version, data)
        SELECT ${organization}, ${envelope}, (ARRAY['balance.credited', 'balance.credited', 'balance.held', 'event.completed', 'redemption.completed'])[1 + n % 5], '2026-01-01',
          json_build_object('organization_id', ${organization}, 'amount', (n % 50)::text) ${rows}`,
    },
    {
      name: 'webhook queue',
      sql: `INSERT INTO webhook_queue (organization_id, endpoint_id, due_at, id, webhook_event_id, updated_at)
        SELECT ${organization}, ${endpoint}, ${at}, ${delivery}, ${envelope}, ${at} FROM generate_series(${size - PENDING + 1}::bigint, ${size}) AS n`,
    },
    {
      name: 'webhook attempts',
      sql: `INSERT INTO webhook_attempts (organization_id, delivery_id, endpoint_id, webhook_event_id, attempted_at, number, duration_ms, response_status, attempt_count,
          late, outcome, exchange, error, error_code)
        SELECT ${organization}, ${delivery}, ${endpoint}, ${envelope}, ${at}, 1, 20 + n % 200, CASE WHEN ${failed} THEN 500 ELSE 200 END, 1,
          false, CASE WHEN ${failed} THEN 'FAILED' ELSE 'DELIVERED' END, '\\x${exchange.toString('hex')}'::bytea,
          CASE WHEN ${failed} THEN 'The endpoint answered 500.' END, CASE WHEN ${failed} THEN 'consumer_5xx' END
        FROM generate_series(1::bigint, ${size - PENDING}) AS n`,
    },
  ];
}

function requestLogStep(plan: Plan): Step {
  const size = Math.ceil(plan.participants / 5);
  const ms = recent(plan, size);
  const { organizationId, programId } = plan;
  const [bodies] = packBodies([{ organizationId, id: firstIdAt(new Date(0)), request: `{"program_id":"${programId}"}`, response: '{}' }]);
  return {
    name: 'request log',
    sql: `INSERT INTO request_logs (id, organization_id, method, path, route, status, error_code, duration_ms, api_key_id, request_body_bytes, response_body_bytes, bodies)
      SELECT overlay(pg_temp.made(${KIND.log}, n, ${ms})::text placing '800' from 20 for 3)::uuid, ${literal(plan.organizationId)}, CASE WHEN n % 4 = 0 THEN 'GET' ELSE 'POST' END, '/v1/events',
        CASE WHEN n % 4 = 0 THEN '/v1/events/{id}' ELSE '/v1/events' END, CASE WHEN n % 100 = 0 THEN 404 WHEN n % 4 = 0 THEN 200 ELSE 202 END, CASE WHEN n % 100 = 0 THEN 'not_found' END,
        1 + n % 30, (SELECT id FROM api_keys WHERE organization_id = ${literal(plan.organizationId)} LIMIT 1), 52, 2, '\\x${bodies!.toString('hex')}'::bytea
      FROM generate_series(1::bigint, ${size}) AS n`,
  };
}

function auditStep(plan: Plan): Step {
  const size = Math.ceil(plan.participants / 10);
  const at = `pg_temp.at(pg_temp.moment(n, ${size}))`;
  return {
    name: 'audit log',
    sql: `INSERT INTO audit_log (organization_id, id, program_id, actor_type, actor_id, actor_name, action, resource_type, resource_id, resource_name, after, operation, request_id, organization_time)
      SELECT ${literal(plan.organizationId)}, audit_id(${at}), ${literal(plan.programId)}, 'API_KEY', (SELECT id::text FROM api_keys WHERE organization_id = ${literal(plan.organizationId)} LIMIT 1), 'First key',
        'CREDIT', 'PARTICIPANT', pg_temp.person(pg_temp.someone(n)), 'customer-' || pg_temp.someone(n), json_build_object('amount', '10'), 'participants.balances.adjust',
        'req_' || lpad(to_hex(n), 24, '0'), ${at}
      FROM generate_series(1::bigint, ${size}) AS n`,
  };
}

function automationStep(plan: Plan): Step {
  const size = Math.ceil(plan.participants / 100);
  const ms = `pg_temp.moment(n, ${size})`;
  return {
    name: 'automation runs',
    sql: `INSERT INTO automation_runs (id, organization_id, automation_id, origin, due_at, status, participant_count, evaluated_count, created_at, updated_at, completed_at)
      SELECT pg_temp.made(${KIND.run}, n, ${ms}), ${literal(plan.organizationId)}, ${literal(plan.automationId)}, 'SCHEDULE', pg_temp.at(${ms}), 'COMPLETED', 10, 10, pg_temp.at(${ms}), pg_temp.at(${ms}), pg_temp.at(${ms})
      FROM generate_series(1::bigint, ${size}) AS n`,
  };
}

/** One ended job of each kind that did nothing, and a period closed before any entry, so that every detail page has a row. */
function endedStep({ organizationId, programId, endpointIds, from, to }: Plan): Step {
  const row = `gen_random_uuid(), ${literal(organizationId)}`;
  const [began, ended] = [`pg_temp.at(${from})`, `pg_temp.at(${to})`];
  return {
    name: 'ended work',
    sql: `INSERT INTO ledger_verifications (id, organization_id, status, created_at, updated_at, completed_at) VALUES (${row}, 'PASSED', ${ended}, ${ended}, ${ended});
      INSERT INTO webhook_recoveries (id, organization_id, endpoint_id, status, window_from, total, all_queued, created_at, updated_at, completed_at)
      VALUES (${row}, ${literal(endpointIds[0]!)}, 'COMPLETED', ${began}, 0, true, ${ended}, ${ended}, ${ended});
      INSERT INTO ledger_periods (id, organization_id, status, period_to, entry_count, chain_position, created_at, updated_at, closed_at)
      VALUES (${row}, 'CLOSED', ${began}, 0, 0, ${ended}, ${ended}, ${ended});
      INSERT INTO change_sets (id, organization_id, program_id, name, status, changes, created_at, updated_at)
      VALUES (${row}, ${literal(programId)}, 'Summer', 'OPEN', '[]', ${ended}, ${ended});
      INSERT INTO backtests (id, organization_id, program_id, status, window_from, window_to, rules, is_draft, rule_configuration_version, created_at, updated_at, completed_at)
      VALUES (${row}, ${literal(programId)}, 'CANCELLED', ${began}, ${ended}, '[]', false, 1, ${ended}, ${ended}, ${ended})`,
  };
}

/** A correction with lines for many, canceled before posting. */
function canceledCorrectionStep({ organizationId, programId, pointsId, from, to, participants }: Plan): Step {
  const size = Math.ceil(participants / 10);
  const organization = literal(organizationId);
  const [began, ended] = [`pg_temp.at(${from})`, `pg_temp.at(${to})`];
  return {
    name: 'a correction',
    sql: `WITH made AS (
        INSERT INTO corrections (id, organization_id, program_id, backtest_id, status, description, shortfall_policy, window_from, window_to, line_count, created_at, updated_at, completed_at)
        SELECT gen_random_uuid(), ${organization}, ${literal(programId)}, id, 'CANCELLED', 'Points that a rule had forgotten', 'PARTIAL', ${began}, ${ended}, ${size}, ${ended}, ${ended}, ${ended}
        FROM backtests WHERE organization_id = ${organization} LIMIT 1 RETURNING id)
      INSERT INTO correction_lines (id, organization_id, correction_id, holder_type, holder_id, asset_id, had, should_have, recoverable)
      SELECT gen_random_uuid(), ${organization}, made.id, 'PARTICIPANT', pg_temp.person(n), ${literal(pointsId)}, n % 40, n % 40 + n % 7 + 1, n % 7 + 1
      FROM made, generate_series(1::bigint, ${size}) AS n`,
  };
}

/** A dry run of an import with more errors than are kept. */
function rehearsedImportStep({ organizationId, programId, to }: Plan): Step {
  const ended = `pg_temp.at(${to})`;
  const rows = IMPORT_ERRORS_KEPT * 2;
  return {
    name: 'an import',
    sql: `WITH made AS (
        INSERT INTO imports (id, organization_id, program_id, status, phase, dry_run, on_error, row_count, processed, failed, error_count, origin, request_id, staged,
          created_at, updated_at, completed_at)
        VALUES (gen_random_uuid(), ${literal(organizationId)}, ${literal(programId)}, 'COMPLETED', 'CHECKING', true, 'SKIP', ${rows}, ${rows}, ${rows}, ${rows}, '{}', 'req_population', false,
          ${ended}, ${ended}, ${ended}) RETURNING id, organization_id)
      INSERT INTO import_errors (import_id, line, field, organization_id, code, message)
      SELECT made.id, n + 1, 'email', made.organization_id, 'validation_error', 'Must be an email address.' FROM made, generate_series(1, ${IMPORT_ERRORS_KEPT}) AS n`,
  };
}
