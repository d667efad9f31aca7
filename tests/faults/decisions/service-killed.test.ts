/** kill -9 amid checkouts: every decision ends as its last answer says, once, and nothing stays reserved. */
import { expect, onTestFinished, test } from 'vitest';
import { chance, note } from '@tests/support/chance';
import { CheckoutCampaign } from '@tests/support/checkout-campaign';
import { CrashableService } from '@tests/support/crash';
import { brokenInvariants } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const KILLS = 2;
/** The longest that the service lives before the next kill. */
const LIFE_MS = 1_200;
const PLAN = { baskets: 80, participants: 9 };

test('decisions that are reserved, changed, committed, cancelled and left to their deadline amid kills end once, and as answered', async () => {
  const random = chance('kill -9 amid decisions');
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const service = await CrashableService.start(place);
  const inventoryMode = random.between(0, 1) === 0 ? 'SIMPLE' : 'LOT';
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const campaign = await CheckoutCampaign.create(service.address, { inventoryMode }, PLAN, gone.signal);
  const checkingOut = campaign.checkOut(service.address);
  for (let kill = 1; kill <= KILLS; kill++) {
    await random.moment(LIFE_MS);
    await campaign.letExpire(await service.query());
    const { pid } = await place.postgres();
    if (kill === KILLS) process.kill(pid, 'SIGKILL');
    await service.kill();
    const answered = campaign.decisions;
    await service.restart();
    note(`killed ${kill === KILLS ? 'the service and Postgres' : 'the service'}: ${answered} decisions answered`);
    const query = await service.query();
    expect(await campaign.lost(query)).toEqual([]);
    expect(await brokenInvariants(query)).toEqual([]);
  }
  await checkingOut;
  await campaign.letExpire(await service.query());
  await service.kill();
  await service.restart();
  const query = await service.query();
  const expected = campaign.expected();
  await service.until('what was left has expired', async () => {
    const { decisions } = await campaign.outcome(query);
    return !Object.values(decisions).includes('RESERVED');
  });
  expect(await campaign.outcome(query)).toEqual(expected);
  expect(await campaign.lost(query)).toEqual([]);
  expect(await brokenInvariants(query)).toEqual([]);
});
