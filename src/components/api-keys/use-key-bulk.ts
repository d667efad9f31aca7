/** Revokes many keys at once, for those who manage them. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { only } from '@/domain/assert';
import type { ApiKey } from '@/contract/api-key';
import { counted, type Bulk } from '@/components/bulk/action';
import { useMay } from '@/components/shell/session';
import { useTRPC, useTRPCClient } from '@/trpc/client';

const NOUN = ['key', 'keys'] as const;

/** Whether requests with it are accepted. */
export const works = (apiKey: ApiKey): boolean => apiKey.status === 'ACTIVE' || apiKey.status === 'EXPIRING';

export function useKeyBulk(): Bulk<ApiKey> | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { manage } = useMay();
  if (!manage) return undefined;
  return {
    noun: NOUN,
    idOf: ({ id }) => id,
    nameOf: ({ name, hint }) => `${name} (${hint})`,
    actions: [
      {
        verb: 'Revoke',
        done: 'revoked',
        dangerous: true,
        offered: { to: works, others: 'Keys that no longer work cannot be revoked.' },
        consequence: (keys) =>
          `Requests with ${keys.length === 1 ? only(keys).hint : `one of these ${counted(keys.length, NOUN)}`} are rejected immediately. This cannot be undone.`,
        act: ({ id }) => client.apiKeys.revoke.mutate({ id }),
      },
    ],
    refresh: () => void queries.invalidateQueries(trpc.apiKeys.pathFilter()),
  };
}
