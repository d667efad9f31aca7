/** Creates an API key; its secret is in this answer and nowhere else. */
import { CreateApiKey, CreatedApiKey } from '@/contract/api-key';
import { presentApiKey } from '@/server/api/present/api-key';
import { roleProcedure } from '@/server/api/trpc';
import { createApiKey } from '@/server/services/api-keys/create-api-key';
import { keyTime } from '@/server/services/api-keys/key-time';

export const createApiKeyProcedure = roleProcedure('ADMIN')
  .input(CreateApiKey)
  .output(CreatedApiKey)
  .mutation(async ({ ctx, input }) => {
    const { row, key } = await createApiKey(ctx, input);
    return { ...presentApiKey(row, keyTime(ctx)), key };
  });
