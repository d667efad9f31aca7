/** The till of the guide to the checkout comes through lost answers and a participant with earlier events, and books everything once. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { docsPages } from '@/server/rest/pages/docs/pages';
import { origin, type TestOrganization } from '@tests/support/api';
import { awaitRetry } from '@tests/support/decisions';
import { begin } from '@tests/support/examples/page';
import { moduleOf, prepare, printsOf, runModule } from '@tests/support/examples/typescript';
import { brokenInvariants } from '@tests/support/invariants';
import { gatewayTo, type Gateway } from '@tests/support/shop';
import { temporaryFolder } from '@tests/support/temporary-folder';

const page = docsPages().find(({ path }) => path === '/docs/checkout')!;

/** Runs the page's module with something between it and the service, as `prepared`. */
async function run(prepared: (way: Gateway, made: TestOrganization, programId: string) => unknown) {
  const folder = await temporaryFolder('till');
  await prepare(folder);
  const text = moduleOf(page)!;
  await writeFile(join(folder, 'till.ts'), text);
  const way = await gatewayTo(origin());
  onTestFinished(way.close);
  const { made, variables } = await begin(page.given, { BASE: way.url });
  await prepared(way, made, variables.PROGRAM_ID!);
  expect(await runModule(join(folder, 'till.ts'), variables)).toEqual(printsOf(text));
  expect(await brokenInvariants(statement, made.id)).toEqual([]);
  const { body } = await made.api.get<{ data: { idempotency_key: string }[] }>('/events?sort_dir=asc');
  return { way, keys: body.data.map(({ idempotency_key }) => idempotency_key) };
}

describe('the till of the guide books everything once', () => {
  test('when the answers to a reservation, a commit, a cancellation and a batch are lost', async () => {
    const { way, keys } = await run((between) => {
      for (const lost of [/"mode":"RESERVE"/, /\/commit /, /\/cancel /, /\/events\/batch /]) between.lose(lost, 2);
    });
    expect(keys).toEqual(['basket-2001', 'basket-2003']);
    expect(way.passed.filter((request) => request.endsWith('/commit'))).toHaveLength(3);
    expect(way.passed.filter((request) => request.endsWith('/events/batch'))).toHaveLength(3);
  });

  test('when an earlier event of the customer has still to be processed', async () => {
    const { way, keys } = await run(async (between, { id, api }, program_id) => {
      await api.post('/events', { program_id, external_id: 'ada', idempotency_key: 'before', event_data: { type: 'visit' } });
      between.before(/"mode":"RESERVE"/, () => awaitRetry(id, 3_000));
    });
    expect(way.codes).toContain('participant_busy');
    expect(keys).toEqual(['before', 'basket-2001', 'basket-2003']);
  });
});
