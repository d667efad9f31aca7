/** Lists the organization's API keys; every member may see that they exist. */
import { ApiKeyList } from '@/contract/api-key';
import { presentApiKey } from '@/server/api/present/api-key';
import { roleProcedure } from '@/server/api/trpc';
import { keyTime } from '@/server/services/api-keys/key-time';
import { listApiKeys } from '@/server/services/api-keys/list-api-keys';

export const listApiKeysProcedure = roleProcedure('VIEWER')
  .output(ApiKeyList)
  .query(async ({ ctx }) => {
    const now = keyTime(ctx);
    return { data: (await listApiKeys(ctx)).map((row) => presentApiKey(row, now)) };
  });
