/** Changes a person's name, in all of their organizations. */
import { renameUser } from '@/server/db/repositories/organizations/account-sessions';

export async function renameAccount(userId: string, name: string): Promise<{ name: string }> {
  await renameUser(userId, name);
  return { name };
}
