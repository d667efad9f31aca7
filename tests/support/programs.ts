/** Sets up a program ready to reward: linked assets and rules, created through the API as a client would. */
import type { Asset } from '@/contract/asset';
import type { EventDetail, EventRecord } from '@/contract/event';
import type { Program } from '@/contract/program';
import type { Rule } from '@/contract/rule';
import { organization, type Answer, type TestOrganization } from './api';
import { processDueEvents } from './jobs';

interface AssetSettings {
  symbol?: string;
  scale?: number;
  inventory_mode?: 'SIMPLE' | 'LOT';
  issuance_policy?: 'UNLIMITED' | 'PREFUNDED';
  max_transaction_amount?: string;
}

export interface TestProgram extends TestOrganization {
  readonly program: Program;
  readonly asset: Asset;
  addAsset(settings: AssetSettings): Promise<Asset>;
  addRule(rule: { condition?: string; actions?: unknown[]; amount?: string } & Record<string, unknown>): Promise<Rule>;
  /** Sends an event; expects 202. */
  send(event: Record<string, unknown>): Promise<EventRecord>;
  /** Sends an event, processes what is due, and reads it back with its evaluations. */
  sendAndProcess(event: Record<string, unknown>): Promise<EventDetail>;
  /** The AVAILABLE balance of a participant in the program's first asset, or null when there is none. */
  available(externalId: string, asset?: Asset): Promise<string | null>;
}

let count = 0;

function expectStatus<T>(answer: Answer<T>, status: number): T {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A new organization with one program and one asset linked to it. */
export async function programWithAsset(
  settings: AssetSettings & { program?: Record<string, unknown>; mode?: 'LIVE' | 'SANDBOX' } = {},
): Promise<TestProgram> {
  const { program: programSettings, mode, ...assetSettings } = settings;
  const made = await organization(mode ? { mode } : {});
  const { api } = made;
  const program = expectStatus(await api.post<Program>('/programs', { name: 'Coffee club', ...programSettings }), 201);
  const addAsset = async (wanted: AssetSettings): Promise<Asset> => {
    const { symbol = `PTS${(count += 1)}`, scale = 2, inventory_mode = 'SIMPLE', issuance_policy = 'UNLIMITED', ...rest } = wanted;
    return expectStatus(
      await api.post<Asset>('/assets', {
        name: `Points ${symbol}`,
        symbol,
        scale,
        inventory_mode,
        issuance_policy,
        program_ids: [program.id],
        ...rest,
      }),
      201,
    );
  };
  const asset = await addAsset(assetSettings);
  const send = async (event: Record<string, unknown>): Promise<EventRecord> =>
    expectStatus(
      await api.post<EventRecord>('/events', {
        program_id: program.id,
        external_id: 'ada',
        idempotency_key: `key-${(count += 1)}`,
        event_data: {},
        ...event,
      }),
      202,
    );
  return {
    ...made,
    program,
    asset,
    addAsset,
    send,
    addRule: async ({ condition = 'true', amount = '10', actions = [{ type: 'CREDIT', asset_id: asset.id, amount }], ...rest }) =>
      expectStatus(await api.post<Rule>('/rules', { program_id: program.id, name: 'A rule', condition, actions, ...rest }), 201),
    sendAndProcess: async (event) => {
      const { id } = await send(event);
      await processDueEvents(made.id);
      return expectStatus(await api.get<EventDetail>(`/events/${id}`), 200);
    },
    available: async (externalId, wanted = asset) => {
      const { body } = await api.get<{ data?: { asset_id: string; available: string }[] }>(
        `/participants/${encodeURIComponent(`ext:${externalId}`)}/balances`,
      );
      return body.data?.find((row) => row.asset_id === wanted.id)?.available ?? null;
    },
  };
}
