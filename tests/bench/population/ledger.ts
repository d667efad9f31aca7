/** Generates journal entries of every common kind with their postings, lots, holds, balances, transfers and redemptions. */
import { REWARD_COST } from './configuration';
import { eventId, isMatched } from './events';
import { DAY_MS, ENTRY_KIND, KIND, literal, type Plan, type Step } from './plan';

const REDEMPTION_TTL_DAYS = 90;

/** Entries that move one amount from one account to another, numbered by `n`. SQL expressions throughout. */
interface Stream {
  readonly size: number;
  readonly type: string;
  readonly ms: string;
  readonly asset: string;
  readonly amount: string;
  readonly from: Side;
  readonly to: Side;
  readonly only?: string;
  readonly description?: string;
  readonly reference?: string;
  readonly event?: string;
  readonly rule?: string;
  readonly lot?: string;
}

interface Side {
  readonly type: string;
  readonly id: string;
  readonly bucket: string;
  readonly hold?: string;
}

const participant = (number: string, bucket = `'AVAILABLE'`, hold = 'NULL'): Side => ({
  type: `'PARTICIPANT'`,
  id: `pg_temp.person(${number})`,
  bucket,
  hold,
});
const system = ({ programId }: Plan, type: string): Side => ({ type: `'${type}'`, id: literal(programId), bucket: 'NULL' });

export const lotTime = ({ from, participants }: Plan): string =>
  `(${from + 60 * DAY_MS} + n * ${140 * DAY_MS} / ${lotCount(participants)})`;
const lotCount = (participants: number): number => Math.ceil(participants * 0.3);
const lotId = (plan: Plan): string => `pg_temp.made(${KIND.lot}, n, ${lotTime(plan)})`;
const redemptionCount = (participants: number): number => Math.ceil(participants / 10);
const redemptionTime = ({ participants }: Plan): string => `pg_temp.moment(n, ${redemptionCount(participants)})`;
const redemptionId = (plan: Plan): string => `pg_temp.made(${KIND.redemption}, n, ${redemptionTime(plan)})`;
const IS_PENDING = 'n % 20 = 0';
const QUANTITY = '1 + n % 4';

function streamsOf(plan: Plan): Stream[] {
  const { participants, postings } = plan;
  const [points, miles] = [literal(plan.pointsId), literal(plan.milesId)];
  const issuance = system(plan, 'SYSTEM_ISSUANCE');
  const transfers = Math.ceil(participants / 20);
  const holds = Math.ceil(participants / 50);
  const groups = Math.ceil(participants / 100);
  const lots = { size: lotCount(participants), asset: miles, lot: lotId(plan) };
  const later = `${lotTime(plan)} + ${60 * DAY_MS}`;
  const spent = { size: redemptionCount(participants), ms: redemptionTime(plan), asset: points, amount: `(${QUANTITY}) * ${REWARD_COST}` };
  const spender = participant('pg_temp.someone(n)');
  const rule = `(ARRAY[${plan.ruleIds.map(literal).join(', ')}])[1 + n % ${plan.ruleIds.length}]`;
  const fixed: Stream[] = [
    {
      size: participants,
      type: 'CREDIT',
      ms: 'pg_temp.joined(n)',
      asset: points,
      amount: '1000',
      from: issuance,
      to: participant('n'),
      description: 'Welcome',
    },
    {
      size: participants,
      only: isMatched,
      type: 'CREDIT',
      ms: `pg_temp.moment(n, ${participants})`,
      asset: points,
      amount: '(n % 40 + 1) * 5',
      from: issuance,
      to: spender,
      event: eventId(plan),
      rule,
    },
    {
      ...lots,
      type: 'CREDIT',
      ms: lotTime(plan),
      amount: '500',
      from: issuance,
      to: participant('pg_temp.someone(n)', `CASE WHEN n % 5 = 2 THEN 'DEFERRED' ELSE 'AVAILABLE' END`),
    },
    { ...lots, only: 'n % 5 = 0', type: 'DEBIT', ms: later, amount: '200', from: spender, to: issuance },
    { ...lots, only: 'n % 5 = 1', type: 'EXPIRE', ms: later, amount: '500', from: spender, to: system(plan, 'SYSTEM_BREAKAGE') },
    {
      ...spent,
      only: `NOT ${IS_PENDING}`,
      type: 'REDEEM',
      from: spender,
      to: system(plan, 'SYSTEM_REDEMPTION'),
      reference: `'service:redemption:' || ${redemptionId(plan)}`,
    },
    {
      ...spent,
      only: IS_PENDING,
      type: 'HOLD',
      from: spender,
      to: participant('pg_temp.someone(n)', `'HELD'`, `'service:redemption:' || ${redemptionId(plan)}`),
      reference: `'service:redemption:' || ${redemptionId(plan)}`,
    },
    {
      size: transfers,
      type: 'TRANSFER',
      ms: `pg_temp.moment(n, ${transfers})`,
      asset: points,
      amount: '25',
      from: spender,
      to: participant(`1 + (n * 13 + 7) % ${participants}`),
      only: `pg_temp.someone(n) <> 1 + (n * 13 + 7) % ${participants}`,
    },
    {
      size: holds,
      type: 'HOLD',
      ms: `pg_temp.moment(n, ${holds})`,
      asset: points,
      amount: '10',
      from: spender,
      to: participant('pg_temp.someone(n)', `'HELD'`, `'order-' || n`),
      reference: `'order-' || n`,
    },
    {
      size: groups,
      type: 'CREDIT',
      ms: `pg_temp.moment(n, ${groups})`,
      asset: points,
      amount: '5000',
      from: issuance,
      to: { type: `'GROUP'`, id: `pg_temp.made(${KIND.group}, n, pg_temp.joined(n))`, bucket: `'AVAILABLE'` },
    },
  ];
  // As many adjustments as are left; streams with a condition make fewer entries than their size.
  const made = participants * 1.5 + lotCount(participants) * 1.4 + redemptionCount(participants) + transfers + holds + groups;
  const left = Math.max(1, Math.floor(postings / 2 - made));
  return [
    ...fixed,
    {
      size: left,
      type: 'CREDIT',
      ms: `pg_temp.moment(n, ${left})`,
      asset: points,
      amount: '(n % 9 + 1) * 10',
      from: issuance,
      to: spender,
      description: 'Goodwill',
      reference: `'ticket-' || n`,
    },
  ];
}

const entryId = (index: number, stream: Stream): string => `pg_temp.made(${ENTRY_KIND + index}, n, ${stream.ms})`;

const staged = (stream: Stream, index: number): string => `
  SELECT ${entryId(index, stream)} AS id, pg_temp.at(${stream.ms}) AS at, '${stream.type}' AS type, ${stream.description ? `'${stream.description}'` : 'NULL'} AS description,
    ${stream.reference ?? 'NULL::text'} AS reference, ${stream.event ?? 'NULL::uuid'} AS event_id, ${stream.rule ?? 'NULL::uuid'} AS rule_id, ${stream.asset} AS asset_id,
    (${stream.amount})::numeric AS amount, ${stream.lot ?? 'NULL::uuid'} AS lot_id, ${side('from', stream.from)}, ${side('to', stream.to)}
  FROM generate_series(1::bigint, ${stream.size}) AS n ${stream.only ? `WHERE ${stream.only}` : ''}`;

const side = (name: string, { type, id, bucket, hold = 'NULL' }: Side): string =>
  `${type}::text AS ${name}_type, ${id} AS ${name}_id, ${bucket}::text AS ${name}_bucket, ${hold}::text AS ${name}_hold`;

export function ledgerSteps(plan: Plan): Step[] {
  const scope = `${literal(plan.organizationId)}, ${literal(plan.programId)}`;
  return [
    {
      name: 'entries, put in order',
      sql: `CREATE TEMP TABLE staged AS SELECT * FROM (${streamsOf(plan).map(staged).join(' UNION ALL ')}) made ORDER BY at, id`,
    },
    {
      name: 'journal entries',
      sql: `INSERT INTO journal_entries (id, organization_id, program_id, type, description, reference_id, event_id, rule_id, rule_version, created_at,
          account_types, accounts, assets, buckets, amounts, hold_references)
        SELECT id, ${scope}, type, description, reference, event_id, rule_id, CASE WHEN rule_id IS NOT NULL THEN 1 END, at,
          ARRAY[from_type, to_type], ARRAY[from_id, to_id], ARRAY[asset_id, asset_id], ARRAY[from_bucket, to_bucket], ARRAY[-amount, amount],
          CASE WHEN coalesce(from_hold, to_hold) IS NOT NULL THEN ARRAY[from_hold, to_hold] END FROM staged;
        INSERT INTO entry_seal_queue (organization_id, sequence, entry_ids)
        SELECT organization_id, min(sequence), array_agg(id ORDER BY sequence) FROM journal_entries
        WHERE organization_id = ${literal(plan.organizationId)} GROUP BY organization_id, sequence / 100`,
    },
    {
      name: 'account entries',
      sql: `INSERT INTO account_entries (organization_id, account_id, program_id, asset_id, entry_id, line, bucket, amount, hold_reference)
        SELECT organization_id, account_id, program_id, asset_id, entry_id, line, bucket, amount, hold_reference
        FROM postings WHERE organization_id = ${literal(plan.organizationId)} AND account_type IN ('PARTICIPANT', 'GROUP') ORDER BY entry_id, line`,
    },
    {
      name: 'balances',
      sql: `INSERT INTO balances (organization_id, program_id, asset_id, account_type, account_id, available, held, deferred)
        SELECT organization_id, program_id, asset_id, account_type, account_id, ${['AVAILABLE', 'HELD', 'DEFERRED'].map((bucket) => `coalesce(sum(amount) FILTER (WHERE bucket = '${bucket}'), 0)`).join(', ')}
        FROM postings WHERE organization_id = ${literal(plan.organizationId)} AND bucket IS NOT NULL GROUP BY 1, 2, 3, 4, 5`,
    },
    ...lotSteps(plan, scope),
    {
      name: 'holds',
      sql: `INSERT INTO holds (organization_id, program_id, asset_id, account_type, account_id, reference_id, amount, created_at)
        SELECT ${scope}, asset_id, to_type, to_id, to_hold, amount, at FROM staged WHERE to_bucket = 'HELD'`,
    },
    transferStep(plan, scope),
    redemptionStep(plan, scope),
  ];
}

function lotSteps(plan: Plan, scope: string): Step[] {
  const [maturing, expiring] = [20 * DAY_MS, 30 * DAY_MS];
  return [
    {
      name: 'lots',
      sql: `INSERT INTO lots (id, organization_id, program_id, asset_id, account_type, account_id, amount, remaining, bucket, expired, provisional, entry_id, created_at, matures_at, expires_at)
        SELECT s.lot_id, ${scope}, s.asset_id, s.to_type, s.to_id, s.amount, s.amount - coalesce(taken.amount, 0), s.to_bucket, taken.type IS NOT DISTINCT FROM 'EXPIRE', false, s.id, s.at,
          CASE WHEN s.to_bucket = 'DEFERRED' THEN pg_temp.at(${plan.to + maturing} + (extract(epoch FROM s.at)::bigint % 100) * ${DAY_MS}) END,
          CASE WHEN taken.type = 'EXPIRE' THEN taken.at ELSE pg_temp.at(${plan.to + maturing + expiring} + (extract(epoch FROM s.at)::bigint % 300 + 100) * ${DAY_MS}) END
        FROM staged s LEFT JOIN staged taken ON taken.lot_id = s.lot_id AND taken.type <> 'CREDIT'
        WHERE s.lot_id IS NOT NULL AND s.type = 'CREDIT'`,
    },
    {
      name: 'lot postings',
      sql: `INSERT INTO lot_postings (entry_id, line, part, organization_id, lot_id, amount)
        SELECT id, CASE WHEN type = 'CREDIT' THEN 1 ELSE 0 END, 0, ${literal(plan.organizationId)}, lot_id, CASE WHEN type = 'CREDIT' THEN amount ELSE -amount END
        FROM staged WHERE lot_id IS NOT NULL`,
    },
  ];
}

const transferStep = (plan: Plan, scope: string): Step => ({
  name: 'transfers',
  sql: `WITH made AS (
      INSERT INTO transfers (id, organization_id, program_id, asset_id, entry_id, source_type, source_id, total_amount, recipient_count, preserve_expiry, created_at)
      SELECT pg_temp.made(${KIND.transfer}, row_number() OVER (ORDER BY at, id), (extract(epoch FROM at) * 1000)::bigint), ${scope}, asset_id, id, from_type, from_id, amount, 1, true, at
      FROM staged WHERE type = 'TRANSFER' RETURNING id, entry_id)
    INSERT INTO transfer_recipients (transfer_id, position, organization_id, account_type, account_id, amount)
    SELECT made.id, 0, ${literal(plan.organizationId)}, s.to_type, s.to_id, s.amount FROM made JOIN staged s ON s.id = made.entry_id`,
});

function redemptionStep(plan: Plan, scope: string): Step {
  const streams = streamsOf(plan);
  const at = redemptionTime(plan);
  const entryOf = (type: string): string => {
    const index = streams.findIndex((stream) => stream.type === type);
    return entryId(index, streams[index]!);
  };
  const rewards = `(ARRAY[${plan.rewardIds.map(literal).join(', ')}])[1 + n % ${plan.rewardIds.length}]`;
  return {
    name: 'redemptions',
    sql: `INSERT INTO redemptions (id, organization_id, program_id, participant_id, asset_id, amount, target, status, reward_id, quantity, unit_cost, reversed_quantity,
        journal_entry_id, reservation_id, expires_at, created_at, updated_at)
      SELECT ${redemptionId(plan)}, ${scope}, pg_temp.person(pg_temp.someone(n)), ${literal(plan.pointsId)}, (${QUANTITY}) * ${REWARD_COST}, 'SYSTEM_REDEMPTION',
        CASE WHEN ${IS_PENDING} THEN 'PENDING' ELSE 'COMPLETED' END, ${rewards}, ${QUANTITY}, ${REWARD_COST}, 0,
        CASE WHEN ${IS_PENDING} THEN ${entryOf('HOLD')} ELSE ${entryOf('REDEEM')} END,
        CASE WHEN ${IS_PENDING} THEN pg_temp.made(${KIND.reservation}, n, ${at}) END,
        CASE WHEN ${IS_PENDING} THEN pg_temp.at(${plan.to + REDEMPTION_TTL_DAYS * DAY_MS} - n) END, pg_temp.at(${at}), pg_temp.at(${at})
      FROM generate_series(1::bigint, ${redemptionCount(plan.participants)}) AS n;
      UPDATE rewards w SET redeemed_count = taken.units
      FROM (SELECT reward_id, sum(units) AS units FROM redemptions WHERE organization_id = ${literal(plan.organizationId)} GROUP BY reward_id) taken
      WHERE w.id = taken.reward_id`,
  };
}
