/** Kills nodes of a Citus while balances are changed: what was acknowledged is there, once, and the ledger holds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrl, publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { citusPrograms, createSpreadDatabase, startCitus, type Citus } from '@tests/support/citus';
import { brokenInvariants } from '@tests/support/invariants';
import { ledger, type TestLedger } from '@tests/support/ledger';
import { migrate } from '../../prisma/migrate';

const shared = databaseUrl();
const CLIENTS = 4;
/** A node that was killed recovers, and others wait for what it had prepared. */
const RECOVERING_MS = 300_000;
const NODES = [0, 1, 'coordinator'] as const;
let citus: Citus;

beforeAll(async () => {
  citus = await startCitus((await citusPrograms())!, ['citus.recover_2pc_interval=1s']);
  const url = await createSpreadDatabase(citus.ports, 'killed');
  await migrate(url);
  publishSettings({ DATABASE_URL: url });
  await closeDatabase();
});

afterAll(async () => {
  await closeDatabase();
  publishSettings({ DATABASE_URL: shared });
  await citus.stop();
});

/** Sends one operation until it is done. */
const credit = ({ adjust }: TestLedger, key: string): Promise<void> =>
  expect.poll(async () => (await adjust({ amount: '1', idempotency_key: key })).status).toBe(200);

test(
  'after each node was killed, every acknowledged change is there once, of SIMPLE assets and of LOT ones',
  async () => {
    const ledgers = [await ledger(), await ledger({ inventory_mode: 'LOT' }), await ledger(), await ledger({ inventory_mode: 'LOT' })];
    let over = false;
    const acknowledged = ledgers.map(() => 0);
    const clients = ledgers.flatMap((made, index) =>
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let number = 0; !over; number += 1) {
          await credit(made, `${index}-${client}-${number}`);
          acknowledged[index]! += 1;
        }
      }),
    );
    const total = (): number => acknowledged.reduce((sum, count) => sum + count);
    const more = (): Promise<void> => expect.poll(total).toBeGreaterThan(total() + 20);
    for (const node of NODES) {
      await more();
      await citus.restart(node);
    }
    await more();
    over = true;
    await Promise.all(clients);
    for (const [index, made] of ledgers.entries()) expect((await made.balance()).available).toBe(`${acknowledged[index]}.00`);
    expect(await brokenInvariants(statement)).toEqual([]);
  },
  RECOVERING_MS,
);
