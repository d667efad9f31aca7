/** Revokes an API key, at once. */
import { ApiKey, ApiKeyPath } from '@/contract/api-key';
import { presentApiKey } from '@/server/api/present/api-key';
import { roleProcedure } from '@/server/api/trpc';
import { keyTime } from '@/server/services/api-keys/key-time';
import { revokeApiKey } from '@/server/services/api-keys/revoke-api-key';

export const revokeApiKeyProcedure = roleProcedure('ADMIN')
  .input(ApiKeyPath)
  .output(ApiKey)
  .mutation(async ({ ctx, input }) => presentApiKey(await revokeApiKey(ctx, input), keyTime(ctx)));
