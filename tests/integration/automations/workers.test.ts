import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { automatedProgram } from '@tests/support/automations';
import { crowd, told, work, workUntilDone } from '@tests/support/crowd';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

test('a run that stops after some of its participants goes on where it stopped, under two workers, and tells nobody twice', async () => {
  const made = await automatedProgram();
  await crowd(made, 430);
  const { id } = await made.automate();
  const stopping = new AbortController();
  await work(50);
  stopping.abort();
  expect(await work(50, stopping.signal)).toMatchObject({ performed: 0 });
  expect(await made.runs(id)).toMatchObject([{ status: 'RUNNING', participant_count: 430, evaluated_count: 50, event_count: 50 }]);
  await Promise.all([workUntilDone(50), workUntilDone(50), workUntilDone(35)]);
  await workUntilDone(50);
  expect(await told(made.id)).toEqual({ events: 430, people: 430 });
  expect(await made.runs(id)).toMatchObject([{ status: 'COMPLETED', evaluated_count: 430, event_count: 430 }]);
});

test('a transaction that is lost with its worker leaves nothing half done', async () => {
  const made = await automatedProgram();
  await crowd(made, 120);
  const { id } = await made.automate();
  // Every third step dies at its end, as if the connection were lost before the commit.
  await statement(`CREATE SEQUENCE steps`);
  await statement(
    `CREATE FUNCTION lose_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('steps') % 3 = 0 THEN RAISE EXCEPTION 'lost'; END IF; RETURN NEW; END $$`,
  );
  await statement(`CREATE TRIGGER lose_step BEFORE UPDATE OF evaluated_count ON automation_runs FOR EACH ROW EXECUTE FUNCTION lose_step()`);
  let lost = 0;
  for (let more = true; more;) {
    more = await work(20).then(
      (outcome) => outcome.more,
      () => ((lost += 1), true),
    );
  }
  await statement('DROP TRIGGER lose_step ON automation_runs');
  expect(lost).toBeGreaterThan(1);
  expect(await told(made.id)).toEqual({ events: 120, people: 120 });
  expect(await made.runs(id)).toMatchObject([{ status: 'COMPLETED', evaluated_count: 120, event_count: 120, failed_count: 0 }]);
});

test('an entry is told once, however many workers evaluate it', async () => {
  const made = await automatedProgram();
  await crowd(made, 60);
  await made.automate({ trigger: { type: 'PARTICIPANT_STATE' }, participant_filter: '"vip" in participant.tags' });
  await Promise.all(Array.from({ length: 60 }, (_, n) => made.api.patch(`/participants/ext:person-${n + 1}/state/tags`, { add: ['vip'] })));
  await Promise.all([workUntilDone(7), workUntilDone(7), workUntilDone(7)]);
  await workUntilDone(7);
  expect(await told(made.id)).toEqual({ events: 60, people: 60 });
});

test('times that were missed while nobody worked are made up for by one run', async () => {
  const made = await automatedProgram();
  await crowd(made, 1);
  const { id } = await made.automate({ trigger: { type: 'CRON', cron_expression: '0 0 * * *' } });
  await statement(`UPDATE automations SET next_run_at = next_run_at - interval '10 days' WHERE id = $1`, [id]);
  await workUntilDone(50);
  const { next_run_at, last_run_at } = await made.read(id);
  expect(Date.parse(next_run_at!)).toBeGreaterThan(Date.now());
  expect(await made.runs(id)).toMatchObject([{ due_at: last_run_at, event_count: 1 }]);
});

test('a clock that is being moved is left to whoever moves it', async () => {
  const made = await automatedProgram();
  await crowd(made, 3);
  await made.automate();
  await statement('UPDATE organizations SET clock_leased_until = $2 WHERE id = $1', [made.id, new Date(Date.now() + 60_000)]);
  expect(await work(50)).toMatchObject({ performed: 0 });
  await statement('UPDATE organizations SET clock_leased_until = NULL WHERE id = $1', [made.id]);
  await workUntilDone(50);
  expect(await told(made.id)).toEqual({ events: 3, people: 3 });
});
