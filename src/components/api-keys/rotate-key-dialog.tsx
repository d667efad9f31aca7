/** Replaces a key, with an overlap in which both work. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROTATION_OVERLAPS } from '@/contract/choices';
import type { ApiKey, CreatedApiKey } from '@/contract/api-key';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

type Overlap = (typeof ROTATION_OVERLAPS)[number];
const WORDS: Record<Overlap, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' };
const OPTIONS = ROTATION_OVERLAPS.map((value) => ({ value, label: WORDS[value] }));

export function RotateKeyDialog({
  apiKey,
  onClose,
  onRotated,
}: {
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: (created: CreatedApiKey) => void;
}) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('24h');
  const rotate = useMutation(
    trpc.apiKeys.rotate.mutationOptions({
      onSuccess: (created) => {
        void queries.invalidateQueries(trpc.apiKeys.pathFilter());
        onRotated(created);
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`Rotate “${apiKey.name}”`}
      description={`A new key is created and shown once. ${apiKey.hint} keeps working for ${WORDS[overlap]} and is refused from then on.`}
    >
      <Field label="Both keys work for" required>
        <Select options={OPTIONS} value={overlap} onChange={setOverlap} />
      </Field>
      {rotate.error && (
        <div className="mt-4">
          <FailureNote failure={failureOf(rotate.error)} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" pending={rotate.isPending} onClick={() => rotate.mutate({ id: apiKey.id, overlap })}>
          Rotate key
        </Button>
      </DialogActions>
    </Dialog>
  );
}
