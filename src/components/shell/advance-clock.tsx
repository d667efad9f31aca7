/** Moves a sandbox's clock forward; everything that falls due on the way is done before it answers. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const JUMPS = ['1h', '1d', '1w', '30d'] as const;

const doneText = (performed: Readonly<Record<string, number>>): string => {
  const done = Object.entries(performed).filter(([, count]) => count > 0);
  if (done.length === 0) return 'Nothing fell due on the way';
  return `Done on the way: ${done.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ')}`;
};

export function AdvanceClockDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const router = useRouter();
  const [by, setBy] = useState<string>('1d');
  const advance = useMutation(
    useTRPC().sandbox.advanceClock.mutationOptions({
      onSuccess: ({ performed }) => {
        toast.success(doneText(performed));
        void queries.invalidateQueries();
        router.refresh();
        onClose();
      },
    }),
  );
  const failure = advance.error ? failureOf(advance.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    advance.mutate({ by: by.trim() });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move the clock forward"
      description="Everything that falls due on the way happens, in order. The clock cannot be moved back."
    >
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <Field label="By" required hint="Such as 2h, 30d or 1w2d." error={failure?.fields.by}>
          <Input value={by} onChange={(event) => setBy(event.target.value)} />
        </Field>
        <div className="flex gap-2">
          {JUMPS.map((jump) => (
            <Button key={jump} size="small" aria-pressed={by === jump} onClick={() => setBy(jump)}>
              {jump}
            </Button>
          ))}
        </div>
        {failure && !failure.fields.by && <FailureNote failure={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={advance.isPending}>
            Move the clock
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
