/** Declares the procedures on API keys, which are managed only in the dashboard; none has a REST route. */
import { ApiKey, ApiKeyList, ApiKeyPath, CreateApiKey, CreatedApiKey, RotateApiKey } from '@/contract/api-key';
import { presentApiKey } from '@/server/api/present/organization';
import { roleProcedure, router } from '@/server/api/trpc';
import { createApiKey, keyTime, listApiKeys, revokeApiKey, rotateApiKey } from '@/server/services/organizations/api-keys';

export const apiKeysRouter = router({
  /** Lists the organization's API keys; every member may see that they exist. */
  list: roleProcedure('VIEWER')
    .output(ApiKeyList)
    .query(async ({ ctx }) => {
      const now = keyTime(ctx);
      return { data: (await listApiKeys(ctx)).map((row) => presentApiKey(row, now)) };
    }),

  /** Creates an API key; its secret is in this answer and nowhere else. */
  create: roleProcedure('ADMIN')
    .input(CreateApiKey)
    .output(CreatedApiKey)
    .mutation(async ({ ctx, input }) => {
      const { row, key } = await createApiKey(ctx, input);
      return { ...presentApiKey(row, keyTime(ctx)), key };
    }),

  /** Replaces an API key with a new one, with an overlap in which both work. */
  rotate: roleProcedure('ADMIN')
    .input(RotateApiKey)
    .output(CreatedApiKey)
    .mutation(async ({ ctx, input }) => {
      const { row, key } = await rotateApiKey(ctx, input);
      return { ...presentApiKey(row, keyTime(ctx)), key };
    }),

  /** Revokes an API key, at once. */
  revoke: roleProcedure('ADMIN')
    .input(ApiKeyPath)
    .output(ApiKey)
    .mutation(async ({ ctx, input }) => presentApiKey(await revokeApiKey(ctx, input), keyTime(ctx))),
});
