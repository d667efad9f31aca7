/** Revokes a key, after saying what that breaks. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '@/contract/api-key';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useTRPC } from '@/trpc/client';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.apiKeys.pathFilter()) }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`Revoke “${apiKey.name}”?`}
      consequence={`Requests with ${apiKey.hint} are rejected immediately. This cannot be undone.`}
      confirmLabel="Revoke key"
      onConfirm={() => revoke.mutateAsync({ id: apiKey.id })}
    />
  );
}
