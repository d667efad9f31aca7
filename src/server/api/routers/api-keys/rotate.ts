/** Replaces an API key with a new one, with an overlap in which both work. */
import { CreatedApiKey, RotateApiKey } from '@/contract/api-key';
import { presentApiKey } from '@/server/api/present/api-key';
import { roleProcedure } from '@/server/api/trpc';
import { keyTime } from '@/server/services/api-keys/key-time';
import { rotateApiKey } from '@/server/services/api-keys/rotate-api-key';

export const rotateApiKeyProcedure = roleProcedure('ADMIN')
  .input(RotateApiKey)
  .output(CreatedApiKey)
  .mutation(async ({ ctx, input }) => {
    const { row, key } = await rotateApiKey(ctx, input);
    return { ...presentApiKey(row, keyTime(ctx)), key };
  });
