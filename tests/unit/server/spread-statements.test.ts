/** How statements and errors of a database that is spread over nodes differ from those of one Postgres. */
import { expect, test } from 'vitest';
import { withOrganization } from '@/server/db/spread';
import { violatedConstraint } from '@/server/db/transaction';

test('a statement of one organization names it for every table, also in rows', () => {
  expect(withOrganization('SELECT (SELECT 1 FROM b WHERE b.organization_id = a.organization_id) FROM a WHERE a.organization_id = $2')).toBe(
    'SELECT (SELECT 1 FROM b WHERE b.organization_id = $2) FROM a WHERE a.organization_id = $2',
  );
  expect(withOrganization('FROM a JOIN b ON (b.organization_id, b.id) = (a.organization_id, a.id) WHERE a.organization_id = $1')).toBe(
    'FROM a JOIN b ON (b.organization_id, b.id) = ($1, a.id) WHERE a.organization_id = $1',
  );
});

test('a statement of many organizations stays as it is', () => {
  const text = 'SELECT 1 FROM a JOIN b ON b.organization_id = a.organization_id WHERE a.organization_id = ANY ($1)';
  expect(withOrganization(text)).toBe(text);
});

test('a constraint that a shard names is that of the table, also where only the text of the error tells of it', () => {
  const error = (told: object) => Object.assign(new Error(), { code: '23505', ...told });
  expect(violatedConstraint(error({ constraint: 'balances_pkey' }))).toBe('balances_pkey');
  expect(violatedConstraint(error({ constraint: 'balances_pkey_102030' }))).toBe('balances_pkey');
  expect(violatedConstraint(error({ message: 'duplicate key value violates unique constraint "balances_pkey_102030"' }))).toBe(
    'balances_pkey',
  );
  expect(violatedConstraint(error({ message: 'The period is closed.', detail: 'constraint "journal_entries_open_period"' }))).toBe(
    'journal_entries_open_period',
  );
  expect(violatedConstraint(new Error('constraint "of nothing"'))).toBeUndefined();
});
