import { PROGRAM, stateRoutes } from '@/server/api/routers/state';
import { router } from '@/server/api/trpc';
import { automationsRouter } from './automations';
import { burnWalletRoute } from './burn-wallet';
import { createProgramRoute } from './create';
import { exportProgramRoute } from './export';
import { programFromTemplateProcedure } from './from-template';
import { fundWalletRoute } from './fund-wallet';
import { getProgramRoute } from './get';
import { linkAssetRoute } from './link-asset';
import { listProgramsRoute } from './list';
import { rewardSourcesRouter } from './reward-sources';
import { rewardsRouter } from './rewards';
import { tiersRouter } from './tiers';
import { unlinkAssetRoute } from './unlink-asset';
import { updateProgramRoute } from './update';
import { listWalletBalancesRoute } from './wallet-balances';

export const programsRouter = router({
  create: createProgramRoute,
  fromTemplate: programFromTemplateProcedure,
  list: listProgramsRoute,
  get: getProgramRoute,
  update: updateProgramRoute,
  export: exportProgramRoute,
  linkAsset: linkAssetRoute,
  unlinkAsset: unlinkAssetRoute,
  fundWallet: fundWalletRoute,
  burnWallet: burnWalletRoute,
  walletBalances: listWalletBalancesRoute,
  state: router(stateRoutes(PROGRAM)),
  rewards: rewardsRouter,
  rewardSources: rewardSourcesRouter,
  tiers: tiersRouter,
  automations: automationsRouter,
});
