/** Counts the backup codes that a person has left; the codes themselves are never passed on. */
import { dashboardAuth } from './auth';

/** @param userId the person who asks, who has a second factor set up. */
export async function backupCodesLeft(userId: string): Promise<number> {
  const { backupCodes } = await dashboardAuth().api.viewBackupCodes({ body: { userId } });
  return backupCodes.length;
}
