/** Sets up tests of codes: a till whose rules read them, and batches made through the API. */
import type { CodeBatch } from '@/contract/code-batch';
import type { Code, CodeRedemption } from '@/contract/code';
import type { EventDetail } from '@/contract/event';
import { generateCodes } from '@/server/services/codes/generate-codes';
import { till, type TestTill } from './decisions';

type Body = Record<string, unknown>;

export interface TestCodes extends TestTill {
  /** Creates a batch, of one shared code unless `body` says otherwise; expects 201. */
  batch(body?: Body): Promise<CodeBatch>;
  /** Creates a batch of unique codes and makes them. */
  unique(count: number, body?: Body): Promise<{ batch: CodeBatch; codes: string[] }>;
  readBatch(batch: Pick<CodeBatch, 'id'>): Promise<CodeBatch>;
  codesOf(batch: Pick<CodeBatch, 'id'>, query?: string): Promise<Code[]>;
  uses(query?: string): Promise<CodeRedemption[]>;
  /** Sends a purchase of 50 by ada with codes, processes it, and tells what became of it. */
  enter(codes: string[], event?: Body): Promise<EventDetail>;
}

let count = 0;

/** Rules give 5 for a code of the batch `spring`, besides a tenth of each purchase from 20 on. */
export async function codes(settings: Parameters<typeof till>[0] = {}): Promise<TestCodes> {
  const club = await till({ balance: '0', ...settings });
  const { api, program, asset } = club;
  await club.addRule({
    name: 'Spring',
    condition: 'codes.exists(c, c.batch == "spring")',
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '5', description: 'Code {{ codes[0].code }}' }],
  });
  const must = async <T>(answer: Promise<{ status: number; body: T }>, expected: number): Promise<T> => {
    const { status, body } = await answer;
    if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const batch: TestCodes['batch'] = (body) =>
    must(
      api.post<CodeBatch>('/code-batches', {
        program_id: program.id,
        key: 'spring',
        name: 'Spring',
        kind: 'SHARED',
        ...(body?.kind === undefined || body.kind === 'SHARED' ? { code: `SPRING${(count += 1)}` } : {}),
        ...body,
      }),
      201,
    );
  const readBatch: TestCodes['readBatch'] = ({ id }) => must(api.get<CodeBatch>(`/code-batches/${id}`), 200);
  const codesOf: TestCodes['codesOf'] = async ({ id }, query = '') =>
    (await must(api.get<{ data: Code[] }>(`/codes?batch_id=${id}&limit=100${query}`), 200)).data;
  return {
    ...club,
    batch,
    readBatch,
    codesOf,
    unique: async (wanted, body) => {
      const made = await batch({ kind: 'UNIQUE', count: wanted, ...body });
      while ((await readBatch(made)).status === 'GENERATING')
        await generateCodes({ clock: { now: () => new Date() }, limit: 100, signal: new AbortController().signal });
      return { batch: await readBatch(made), codes: (await codesOf(made)).map(({ code }) => code) };
    },
    uses: async (query = '') => (await must(api.get<{ data: CodeRedemption[] }>(`/code-redemptions?limit=100${query}`), 200)).data,
    enter: (entered, event) => club.sendAndProcess({ event_data: { type: 'purchase', amount: 50 }, codes: entered, ...event }),
  };
}
