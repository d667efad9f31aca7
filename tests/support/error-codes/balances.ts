/** Provokes the codes of assets, balances, lots and transfers. */
import { randomUUID } from 'node:crypto';
import { pool } from '@/server/db/client';
import { ledger, type TestLedger } from '../ledger';
import { organization } from '../api';
import { refusal, type Answered, type Provocations } from './answered';

type Body = Record<string, unknown>;
const adjusted =
  (body: Body, settings: Parameters<typeof ledger>[0] = {}) =>
  async (): Promise<Answered> =>
    refusal((await ledger(settings)).adjust(body));
const lot = { inventory_mode: 'LOT' } as const;
const hour = (n: number): string => new Date(Date.now() + n * 3_600_000).toISOString();

const commanded = (operation: Parameters<TestLedger['command']>[0], body: Body) => async (): Promise<Answered> =>
  refusal((await ledger()).command(operation, body));

async function asset(body: Body): Promise<Answered> {
  const { api } = await organization();
  const points = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
  return refusal(api.post('/assets', { ...points, ...body }));
}

const balances: Provocations = {
  invalid_amount: adjusted({ amount: '-5' }),
  insufficient_funds: adjusted({ type: 'DEBIT' }),
  max_transaction_amount_exceeded: adjusted({ amount: '11' }, { max_transaction_amount: '10' }),
  invalid_shortfall_policy: adjusted({ type: 'DEBIT', shortfall_policy: 'MAYBE' }),
  missing_reference_id: commanded('void-hold', {}),
  invalid_reference_id: commanded('hold', { amount: '1', reference_id: '' }),
  reserved_reference_id: commanded('hold', { amount: '1', reference_id: 'service:x' }),
  invalid_operation: commanded('hold', { amount: '1', reference_id: 'x', bucket: 'HELD' }),
  invalid_filter: commanded('forfeit', { amount: '1', bucket: 'AVAILABLE', earned_from: hour(2), earned_to: hour(1) }),
  invalid_expiration: adjusted({ expires_at: '2020-01-01T00:00:00Z' }, lot),
  invalid_lot_lifecycle: adjusted({ expires_in: 'soon' }, lot),
  invalid_lot_lifecycle_order: adjusted({ expires_in: '1d', matures_in: '2d' }, lot),
  idempotency_conflict: async () => {
    const club = await ledger();
    await club.adjust({ amount: '1', idempotency_key: 'k' });
    return refusal(club.adjust({ amount: '2', idempotency_key: 'k' }));
  },
  idempotency_in_flight: async () => {
    const club = await ledger();
    const other = await pool().connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1::text || $2::text || $3, 0))', [club.id, club.program.id, 'k']);
      return await refusal(club.adjust({ idempotency_key: 'k' }));
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  },
  batch_refused: async () => {
    const { api, program, asset } = await ledger();
    const of = { external_id: 'ada', program_id: program.id, asset_id: asset.id, amount: '1', description: 'T', idempotency_key: 'k' };
    return refusal(api.post('/balances/batch', { operations: [{ operation: 'ADJUST', type: 'DEBIT', ...of }], atomic: true }));
  },
  participant_inactive: async () => {
    const club = await ledger();
    await club.api.patch(`/participants/${club.participant.id}`, { status: 'SUSPENDED' });
    return refusal(club.adjust());
  },
  asset_archived: async () => {
    const club = await ledger();
    await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
    return refusal(club.adjust());
  },
  asset_not_linked: async () => {
    const club = await ledger();
    const { body } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
    return refusal(club.adjust({ program_id: body.id }));
  },
  program_suspended: () => inProgram('SUSPENDED'),
  program_archived: () => inProgram('ARCHIVED'),
};

async function inProgram(status: string): Promise<Answered> {
  const club = await ledger();
  await club.api.patch(`/programs/${club.program.id}`, { status });
  return refusal(club.adjust());
}

const assets: Provocations = {
  invalid_issuance_policy: () => asset({ issuance_policy: 'FREE' }),
  max_transaction_amount_out_of_range: () => asset({ max_transaction_amount: '-1' }),
  key_exists: async () => {
    const club = await ledger();
    const { name, symbol, scale, inventory_mode, issuance_policy } = club.asset;
    return refusal(club.api.post('/assets', { name, symbol, scale, inventory_mode, issuance_policy }));
  },
  asset_in_use: async () => {
    const club = await ledger();
    await club.post();
    return refusal(club.api.delete(`/programs/${club.program.id}/assets/${club.asset.id}`));
  },
};

async function transfer(body: Body): Promise<Answered> {
  const club = await ledger();
  await club.post();
  const of = { program_id: club.program.id, asset_id: club.asset.id, source_participant_id: club.participant.id };
  return refusal(club.api.post('/transfers', { ...of, idempotency_key: 't', ...body }));
}

const transfers: Provocations = {
  self_transfer: () => transfer({ recipients: [{ external_id: 'ada', amount: '1' }] }),
  recipient_not_found: () => transfer({ recipients: [{ participant_id: randomUUID(), amount: '1' }] }),
  missing_idempotency_key: () => transfer({ recipients: [{ external_id: 'bob', amount: '1' }], idempotency_key: undefined }),
};

export const BALANCES: Provocations = { ...balances, ...assets, ...transfers };
