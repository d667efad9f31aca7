/**
 * Makes the world in which one past event is tried: its people with their present state, as if it were the only event. Everybody is active,
 * and wallets never run out.
 */
import { MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import type { RecordedEvent } from '@/domain/backtests/record';
import { worldAt, type BacktestStage } from '@/domain/backtests/stage';
import { accountKey, emptyAccount, type AccountKey, type AccountState } from '@/domain/ledger/accounts';
import { Amount } from '@/domain/money';
import type { BudgetKey, BudgetUsage } from '../budget';
import type { ConfigurationNeeds } from '../needs';
import type { World } from '../world';

/** More than any credit. */
const FULL = new Amount(10).pow(MAX_INTEGER_DIGITS);

/** @param budgets what participants have been given so far; changed in place. */
export function presentWorld(
  stage: BacktestStage,
  needs: ConfigurationNeeds,
  event: RecordedEvent,
  budgets: Map<BudgetKey, BudgetUsage>,
): World {
  const world = worldAt(stage, needs, [event], event.processedAt);
  const joined = [...world.memberships.values()].flat().map(({ groupId }) => groupId);
  const ids = [stage.programId, ...world.participants.keys(), ...needs.groupIds, ...joined];
  return { ...world, states: statesOf(stage, ids), accounts: accountsOf(stage, ids), budgets };
}

function statesOf({ states }: BacktestStage, ids: readonly string[]): World['states'] {
  const own: World['states'] = new Map();
  if (states.size === 0) return own;
  for (const id of ids) {
    const state = states.get(id);
    if (state) own.set(id, state);
  }
  return own;
}

function accountsOf({ accounts, assets, programId }: BacktestStage, ids: readonly string[]): Map<AccountKey, AccountState> {
  const own = new Map<AccountKey, AccountState>();
  for (const { id: assetId, issuancePolicy } of assets.values()) {
    if (accounts.size > 0) {
      for (const id of ids) {
        const key = accountKey(id, programId, assetId);
        const account = accounts.get(key);
        if (account) own.set(key, account);
      }
    }
    if (issuancePolicy === 'PREFUNDED') own.set(accountKey(programId, programId, assetId), fullWallet(programId, assetId));
  }
  return own;
}

function fullWallet(programId: string, assetId: string): AccountState {
  const wallet = emptyAccount({ type: 'PROGRAM_WALLET', id: programId, programId, assetId });
  return { ...wallet, balance: { ...wallet.balance, available: FULL } };
}
