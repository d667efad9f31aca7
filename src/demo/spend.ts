/**
 * Spends what the demo's events earned, through the public API: redemptions in every state, a
 * group with a balance, a transfer, tier memberships. May be run again: every request is idempotent.
 */
import { present } from '@/domain/assert';
import type { BalanceRow } from '@/contract/balance';
import type { Group } from '@/contract/group';
import type { Participant } from '@/contract/participant';
import type { Redemption } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import { DEMO_COUNTER } from './catalog';
import { request, type DemoTarget } from './request';

type Page<T> = { readonly data: readonly T[] };

const TEAM = 'Documentation team';
const [FIRST, SECOND, THIRD] = ['Codertocat', 'octocat', 'monalisa'] as const;
const CONTRIBUTIONS = { [FIRST]: '23', [SECOND]: '7', [THIRD]: '2' };
/** Handed out so that more than one contributor has something to spend. */
const HAND_OUT = '120.00';

/** The base path of a participant's routes. */
const of = (externalId: string): string => `/v1/participants/ext:${externalId}`;

export async function spendDemoBalances(target: DemoTarget): Promise<void> {
  const { programId: program_id } = target;
  for (const external_id of [FIRST, SECOND, THIRD]) await request(target, 'POST', '/v1/participants', { external_id, program_id });
  const asset_id = await handOut(target);
  await redeem(target);
  const group_id = await team(target);
  await request(target, 'POST', '/v1/transfers', {
    program_id,
    asset_id,
    source_external_id: FIRST,
    recipients: [
      { group_id, amount: '30.00' },
      { external_id: SECOND, amount: '12.50' },
    ],
    description: 'Shared for the documentation sprint',
    idempotency_key: 'demo-transfer',
  });
  for (const [external_id, value] of Object.entries(CONTRIBUTIONS)) {
    await request(target, 'PATCH', `${of(external_id)}/state/counters`, { set: { [DEMO_COUNTER]: value } });
    await request(target, 'PATCH', `${of(external_id)}/state/tags`, { add: ['contributor'] });
  }
}

/** @returns the asset that was handed out. */
async function handOut(target: DemoTarget): Promise<string> {
  const { data } = await request<Page<Reward>>(target, 'GET', `/v1/programs/${target.programId}/rewards`);
  const asset_id = present(data[0], 'the program of the demo has rewards').asset_id;
  for (const external_id of [FIRST, SECOND, THIRD]) {
    await request<BalanceRow>(target, 'POST', `${of(external_id)}/balances/adjust`, {
      program_id: target.programId,
      asset_id,
      type: 'CREDIT',
      amount: HAND_OUT,
      expires_in: '365d',
      description: 'Thanks of the first season',
      idempotency_key: `demo-hand-out-${external_id}`,
    });
  }
  return asset_id;
}

async function redeem(target: DemoTarget): Promise<void> {
  const { data: rewards } = await request<Page<Reward>>(target, 'GET', `/v1/programs/${target.programId}/rewards`);
  const order = (name: string, external_id: string, key: string, body: object) =>
    request<Redemption>(target, 'POST', `${of(external_id)}/redemptions/items`, {
      program_id: target.programId,
      reward_id: present(
        rewards.find((reward) => reward.name === name),
        'the program of the demo has every reward that is ordered here',
      ).id,
      idempotency_key: `demo-${key}`,
      ...body,
    });
  const end = ({ id }: Redemption, how: string, body: object) => request(target, 'POST', `/v1/redemptions/${id}/${how}`, body);
  for (const external_id of [FIRST, SECOND, THIRD]) await order('Mug', external_id, `mug-${external_id}`, { mode: 'PENDING' });
  await order('Sticker set', SECOND, 'stickers', { quantity: 2 });
  await end(await order('Mug', FIRST, 'second-mug', { mode: 'PENDING' }), 'capture', {});
  await end(await order('Sticker set', THIRD, 'stickers-sent-late', { mode: 'PENDING' }), 'cancel', { reason: 'Ordered twice' });
  await end(await order('Donation to a project', FIRST, 'donation', { amount: '40.00' }), 'reverse', {
    amount: '15.00',
    reason: 'The project accepts 25 at most',
    idempotency_key: 'demo-donation-reversal',
  });
}

/** @returns the id of the group, which is created only once. */
async function team(target: DemoTarget): Promise<string> {
  const known = await request<Page<Group>>(target, 'GET', `/v1/groups?search=${encodeURIComponent(TEAM)}`);
  const [existing] = known.data;
  if (existing) return existing.id;
  const roles = { [FIRST]: 'ADMIN', [SECOND]: 'MEMBER' };
  const members = [];
  for (const [external_id, role] of Object.entries(roles)) {
    const { id } = await request<Participant>(target, 'GET', of(external_id));
    members.push({ participant_id: id, role });
  }
  return (await request<Group>(target, 'POST', '/v1/groups', { name: TEAM, members })).id;
}
