/** Fills the demo organization through the same procedures that serve the API: program, assets, rules, an endpoint. */
import { present } from '@/domain/assert';
import { newReply, type ApiContext } from '@/server/api/context';
import { appRouter } from '@/server/api/root';
import { createCallerFactory } from '@/server/api/trpc';
import { organizationClock, type Ctx } from '@/server/platform/context';
import { moveWallet } from '@/server/services/ledger/wallets';
import { DEMO_REWARDS, DEMO_TIER } from './catalog';
import { DEMO_ASSETS, DEMO_BOUNTY_FUNDS, DEMO_PROGRAM, DEMO_RULES } from './open-source';

interface SeededProgram {
  readonly programId: string;
  /** Signing secret of the endpoint that receives every webhook; null when there is none. */
  readonly webhookSecret: string | null;
}

/** @param receiverUrl where the demo's own receiver listens; null: no endpoint is created. */
export async function seedProgram(organizationId: string, receiverUrl: string | null): Promise<SeededProgram> {
  const ctx = systemContext(organizationId);
  const call = createCallerFactory(appRouter)(ctx);
  const program = await call.programs.create(DEMO_PROGRAM);
  const assetIds = new Map<string, string>();
  for (const asset of Object.values(DEMO_ASSETS)) {
    assetIds.set(asset.symbol, (await call.assets.create({ ...asset, program_ids: [program.id] })).id);
  }
  const assetOf = (symbol: string): string => present(assetIds.get(symbol), 'every asset that the demo names was just created');
  await moveWallet(
    ctx,
    'FUND',
    { programId: program.id, assetId: assetOf('BOUNTY') },
    { amount: DEMO_BOUNTY_FUNDS, description: 'Budget of the first season' },
  );
  for (const { name, description, condition, asset, amount, note, expires, target } of DEMO_RULES) {
    const action = {
      type: 'CREDIT' as const,
      asset_id: assetOf(asset),
      amount,
      description: note,
      ...(expires ? { expires_in: expires } : {}),
      ...(target ? { target } : {}),
    };
    await call.rules.create({ program_id: program.id, name, description, condition, actions: [action] });
  }
  for (const reward of DEMO_REWARDS) await call.programs.rewards.create({ id: program.id, asset_id: assetOf('KUDOS'), ...reward });
  await call.programs.tiers.create({ id: program.id, ...DEMO_TIER });
  if (receiverUrl === null) return { programId: program.id, webhookSecret: null };
  const endpoint = await call.webhookEndpoints.create({
    url: receiverUrl,
    description: 'Receiver of the demo: checks every signature',
    enabled_events: ['*'],
  });
  return { programId: program.id, webhookSecret: endpoint.secret };
}

function systemContext(organizationId: string): ApiContext & Ctx {
  return {
    requestId: 'seed',
    actor: { kind: 'SYSTEM' },
    organization: { id: organizationId, mode: 'LIVE', clockOffsetMs: 0 },
    clock: organizationClock(0),
    idempotencyKey: null,
    reply: newReply(),
    ip: null,
  };
}
