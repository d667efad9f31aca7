/** Brings a loaded world up to its present before any event is decided: lots mature and expire, levels lapse. */
import { combine, type Decision, type NewId } from '@/domain/decision';
import { catchUp } from '@/domain/ledger/catch-up';
import { advanceEarnings } from '@/domain/ledger/earnings';
import { applyDueTierChanges } from './due-tier-changes';
import type { World } from './world';

/** Updates the world in place and returns the decision that has to be committed for it. */
export function bringUpToDate(world: World, newId: NewId): Decision {
  const { accounts, assets, earnings, now, program } = world;
  const due = catchUp(accounts, assets, { organizationId: program.organizationId, now, newId });
  for (const [key, after] of advanceEarnings(earnings.references, earnings.byAccount, due)) earnings.byAccount.set(key, after);
  return combine([due, applyDueTierChanges(world)]);
}
