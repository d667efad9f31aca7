/** What lanes share is limited by the database itself: of two lanes that each decided on more than half of what is left, it refuses the second. */
import { expect, onTestFinished, test } from 'vitest';
import type { PoolClient } from 'pg';
import { pool } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { newIdAt } from '@/server/platform/ids';
import { entrySql, type PostingLine } from '@tests/support/entry-rows';
import { ledger, type TestLedger } from '@tests/support/ledger';

const CHECK = '23514';
const AT = new Date('2026-01-01T00:00:00Z');

/** What a lane commits, as SQL, and what has been taken of the limit. */
interface Limit {
  readonly constraint: string;
  readonly take: (club: TestLedger) => string;
  readonly taken: (club: TestLedger) => string;
}

const entry = (club: TestLedger, lines: readonly Omit<PostingLine, 'asset'>[]): string =>
  entrySql(
    { id: newIdAt(AT), organization: club.id, program: club.program.id, type: 'CREDIT', at: AT },
    lines.map((line) => ({ asset: club.asset.id, ...line })),
  );

/** The participant begins with ten, and the wallet has ten left. */
const gained = ({ participant }: TestLedger): string =>
  `SELECT sum(amount)::float8 - 10 AS taken FROM account_entries WHERE account_id = '${participant.id}'`;

const budgetOf = (scope: string, holder: (club: TestLedger) => string): Limit => ({
  constraint: 'budget_usage_within_limit',
  take: (club) => `
    INSERT INTO budget_usage (organization_id, rule_id, asset_id, scope, holder_id, period_start, consumed, "limit", updated_at)
    SELECT organization_id, id, '${club.asset.id}', '${scope}', '${holder(club)}', '2026-01-01', 6, 10, now() FROM rules WHERE organization_id = '${club.id}'
    ON CONFLICT (organization_id, rule_id, asset_id, scope, holder_id) DO UPDATE SET consumed = budget_usage.consumed + EXCLUDED.consumed`,
  taken: (club) => `SELECT consumed::float8 AS taken FROM budget_usage WHERE organization_id = '${club.id}'`,
});

const LIMITS: readonly (readonly [string, Limit])[] = [
  [
    'the wallet of a prefunded asset',
    {
      constraint: 'balances_not_overdrawn',
      take: (club) =>
        entry(club, [
          { type: 'PROGRAM_WALLET', id: club.program.id, amount: '-6' },
          { type: 'PARTICIPANT', id: club.participant.id, amount: '6' },
        ]),
      taken: gained,
    },
  ],
  [
    'the balance of a participant whom both concern',
    {
      constraint: 'balances_not_overdrawn',
      take: (club) =>
        entry(club, [
          { type: 'PARTICIPANT', id: club.participant.id, amount: '-6' },
          { type: 'SYSTEM_BREAKAGE', id: club.program.id, bucket: null, amount: '6' },
        ]),
      taken: (club) => `SELECT -taken AS taken FROM (${gained(club)}) AS gained`,
    },
  ],
  ["a rule's budget of a program", budgetOf('PROGRAM', (club) => club.program.id)],
  ["a rule's budget of a participant", budgetOf('PARTICIPANT', (club) => club.participant.id)],
];

/** A connection in a transaction. */
async function lane(): Promise<PoolClient> {
  const client = await pool().connect();
  onTestFinished(() => client.release());
  await client.query('BEGIN');
  return client;
}

test.each(LIMITS)('%s is not passed by two lanes together, though each would fit', async (_, { constraint, take, taken }) => {
  const club = await ledger({ issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '20' });
  await club.post({ amount: '10' });
  await club.addRule({});
  const [first, second] = [await lane(), await lane()];
  await first.query(take(club));
  const refused = expect(second.query(take(club))).rejects.toMatchObject({ code: CHECK, constraint });
  await first.query('COMMIT');
  await refused;
  await second.query('ROLLBACK');
  expect(await statement(taken(club))).toEqual([{ taken: 6 }]);
});
