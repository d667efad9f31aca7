/** How many backup codes somebody still has; the codes themselves go nowhere. */
import { dashboardAuth } from './auth';

/** @param userId of whoever asks, with a second factor set up. */
export async function backupCodesLeft(userId: string): Promise<number> {
  const { backupCodes } = await dashboardAuth().api.viewBackupCodes({ body: { userId } });
  return backupCodes.length;
}
