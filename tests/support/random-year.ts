/** Plays a year in which everything that moves value happens at random: two programs, every kind of asset, people, a group, rules. */
import { randomUUID } from 'node:crypto';
import type { Asset } from '@/contract/asset';
import type { JournalEntryResource } from '@/contract/journal';
import type { Program } from '@/contract/program';
import type { Answer, AnyBody } from './api';
import type { Chance } from './chance';
import { ASSET_KINDS } from './ledger-oracle/step';
import { processDueEvents } from './jobs';
import { shop, type TestShop } from './redemptions';

export interface RandomYear extends TestShop {
  readonly programs: readonly Program[];
  readonly assets: readonly Asset[];
  /** Performs random actions, one after another. */
  live(steps: number): Promise<void>;
  /** All journal entries, oldest first. */
  entries(): Promise<JournalEntryResource[]>;
}

/** Error codes that the current state can justify; any other is a fault. */
const REFUSALS = new Set([
  'insufficient_funds',
  'not_found',
  'redemption_already_resolved',
  'redemption_not_completed',
  'already_reversed',
  'amount_exceeds_remaining',
  'invalid_issuance_policy',
]);

const pick = <Item>(random: Chance, items: readonly Item[]): Item => items[random.between(0, items.length - 1)]!;

async function must<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function randomYear(random: Chance): Promise<RandomYear> {
  const club = await shop({ balance: '0', program: { redemption_ttl: '20d' } });
  const { api } = club;
  const tea = await must(api.post<Program>('/programs', { name: 'Tea club', redemption_target: 'SYSTEM_BREAKAGE' }));
  const programs = [club.program, tea];
  const kinds = ASSET_KINDS.map(({ inventoryMode: inventory_mode, issuancePolicy: issuance_policy, scale }) => ({
    inventory_mode,
    issuance_policy,
    scale,
  }));
  const assets = await Promise.all(kinds.map((kind) => club.addAsset(kind)));
  for (const { id } of assets) await must(api.put(`/programs/${tea.id}/assets/${id}`, {}));
  const people: { id: string }[] = [];
  for (const external_id of ['ada', 'bob', 'cyd']) {
    for (const { id: program_id } of programs) await must(api.post('/participants', { external_id, program_id }));
    people.push(await must(api.get<{ id: string }>(`/participants/ext:${external_id}`)));
  }
  const members = people.slice(0, 2).map(({ id }) => ({ participant_id: id, role: 'ADMIN' }));
  const group = await must(api.post<{ id: string }>('/groups', { name: 'Team', members }));
  for (const { id: program_id } of programs) {
    const actions = assets
      .filter((asset) => asset.issuance_policy === 'UNLIMITED')
      .map(({ id }) => ({ type: 'CREDIT', asset_id: id, amount: '{{ event.amount }}' }));
    await must(api.post('/rules', { program_id, name: 'Buy', condition: 'event.type == "buy"', actions }));
    for (const [type, scope] of [
      ['DEBIT', {}],
      ['TRANSFER', { target: { type: 'GROUP', id: group.id } }],
    ] as const) {
      const spend = [
        { type, asset_id: assets[0]!.id, amount: '1.5', ...(type === 'DEBIT' ? { shortfall_policy: 'PARTIAL' } : {}), ...scope },
      ];
      await must(api.post('/rules', { program_id, name: type, condition: `event.type == "${type}"`, actions: spend }));
    }
  }

  const amountIn = ({ scale }: Asset): string => {
    const whole = String(random.between(1, 60));
    return scale === 0 ? whole : `${whole}.${String(random.between(0, 10 ** scale - 1)).padStart(scale, '0')}`;
  };
  const holder = (): string => pick(random, [...people.map(({ id }) => `/participants/${id}`), `/groups/${group.id}`]);
  const termsIn = ({ inventory_mode }: Asset) => {
    if (inventory_mode === 'SIMPLE') return {};
    const expires_in = `${random.between(30, 90)}d`;
    return pick(random, [{}, { expires_in }, { expires_in, matures_in: `${random.between(1, 20)}d` }]);
  };
  type Made = { readonly id: string; readonly asset: Asset };
  let pending: Made[] = [];
  const completed: Made[] = [];
  const redeem = async (program: Program, asset: Asset) => {
    const mode = pick(random, ['INSTANT', 'PENDING']);
    const body = { program_id: program.id, asset_id: asset.id, amount: amountIn(asset), mode, idempotency_key: randomUUID() };
    const answer = await api.post<{ id: string } & AnyBody>(`/participants/${pick(random, people).id}/redemptions`, body);
    if (answer.status === 201) (mode === 'PENDING' ? pending : completed).push({ id: answer.body.id, asset });
    return answer;
  };
  const resolve = async () => {
    if (pending.length === 0) return null;
    const made = pick(random, pending);
    const { id } = made;
    pending = pending.filter((one) => one !== made);
    const verb = pick(random, ['capture', 'cancel', 'fail']);
    const answer = await api.post<AnyBody>(`/redemptions/${id}/${verb}`, verb === 'fail' ? { reason: 'Sold out' } : {});
    if (answer.status === 200 && verb === 'capture') completed.push(made);
    return answer;
  };
  const reverse = () => {
    if (completed.length === 0) return null;
    const { id, asset } = pick(random, completed);
    return api.post<AnyBody>(`/redemptions/${id}/reverse`, { amount: amountIn(asset), reason: 'Returned', idempotency_key: randomUUID() });
  };
  const act = async (): Promise<Answer<AnyBody> | null> => {
    const [program, asset, who] = [pick(random, programs), pick(random, assets), holder()];
    const place = { program_id: program.id, asset_id: asset.id };
    const amount = amountIn(asset);
    const base = { ...place, amount, description: 'By chance' };
    const reference_id = `r${random.between(1, 3)}`;
    switch (random.between(0, 15)) {
      case 0:
        return api.post(`/programs/${program.id}/assets/${asset.id}/fund`, { amount: `${amount.split('.')[0]}0`, description: 'Funded' });
      case 1:
        return api.post(`/programs/${program.id}/assets/${asset.id}/burn`, { amount, description: 'Burnt' });
      case 2:
        return api.post(`${who}/balances/adjust`, {
          ...base,
          type: 'DEBIT',
          shortfall_policy: pick(random, ['REJECT', 'PARTIAL', 'ALLOW_NEGATIVE']),
        });
      case 3:
        return api.post(`${who}/balances/adjust`, { ...base, type: 'CREDIT', bucket: 'HELD', reference_id: `p${reference_id}` });
      case 4:
        return api.post(`${who}/balances/adjust`, { ...base, type: 'CREDIT', reference_id: `p${reference_id}` });
      case 5:
        return api.post(`${who}/balances/hold`, { ...base, reference_id });
      case 6:
        return api.post(`${who}/balances/release`, base);
      case 7:
        return api.post(`${who}/balances/forfeit`, { ...base, bucket: pick(random, ['AVAILABLE', 'HELD']) });
      case 8: {
        if (asset.inventory_mode === 'SIMPLE') return null;
        return api.post(`${who}/balances/void-hold`, { ...place, description: 'By chance', reference_id: `p${reference_id}` });
      }
      case 9: {
        const [from, to] = pick(random, [
          [0, 1],
          [1, 2],
          [2, 0],
        ] as const).map((index) => people[index]!.id);
        const recipients = [{ participant_id: to, amount }];
        return api.post('/transfers', { ...place, source_participant_id: from, recipients, idempotency_key: randomUUID() });
      }
      case 10:
        return redeem(program, asset);
      case 11:
        return resolve();
      case 12:
        return reverse();
      case 13: {
        const event_data = { type: pick(random, ['buy', 'DEBIT', 'TRANSFER']), amount: random.between(1, 500) / 8 };
        const body = { program_id: program.id, external_id: pick(random, ['ada', 'bob']), idempotency_key: randomUUID(), event_data };
        const sent = await api.post<AnyBody>('/events', body);
        await processDueEvents(club.id);
        return sent;
      }
      default:
        return api.post(`${who}/balances/adjust`, { ...base, type: 'CREDIT', ...termsIn(asset) });
    }
  };
  return {
    ...club,
    programs,
    assets,
    live: async (steps) => {
      for (let step = 0; step < steps; step++) {
        const answer = await act();
        if (!answer || answer.status < 300) continue;
        if (!REFUSALS.has(String(answer.body.code))) throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
    },
    entries: async () => {
      const all: JournalEntryResource[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: { data: JournalEntryResource[]; pagination: { next_cursor: string | null } } = await must(
          api.get(`/journal-entries?sort_dir=asc&limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`),
        );
        all.push(...page.data);
        cursor = page.pagination.next_cursor;
      }
      return all;
    },
  };
}
