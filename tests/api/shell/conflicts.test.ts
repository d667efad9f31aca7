/** What a caller is told when others keep changing the same rows. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

/** Makes Postgres fail the row with a serialization failure. */
async function contended(): Promise<() => Promise<unknown>> {
  await statement(
    `CREATE FUNCTION come_too_late() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001'; END $$`,
  );
  await statement(
    `CREATE TRIGGER contended BEFORE INSERT ON programs FOR EACH ROW WHEN (NEW.name = 'Contended') EXECUTE FUNCTION come_too_late()`,
  );
  return () => statement('DROP TRIGGER contended ON programs');
}

test('a conflict that outlives the retries is a retryable_conflict, leaves nothing behind, and goes through when sent again', async () => {
  const { api } = await organization();
  const end = await contended();
  const key = { 'idempotency-key': 'contended' };
  const refused = await api.post('/programs', { name: 'Contended' }, key);
  expect(refused).toMatchObject({ status: 409, body: { type: 'conflict', code: 'retryable_conflict' } });
  expect((await api.get('/programs')).body).toMatchObject({ data: [] });
  await end();
  expect(await api.post('/programs', { name: 'Contended' }, key)).toMatchObject({ status: 201, body: { name: 'Contended' } });
});
