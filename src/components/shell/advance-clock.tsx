/** Moves a sandbox's clock forward: states the consequence, shows the progress, and sums up what was done. */
'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { DialogForm } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import type { Outputs } from '@/trpc/outputs';
import { failureOf } from '@/trpc/failure';
import { clockMinute } from './clock-face';
import type { Advance, Moving } from './clock-mover';
import { MoveProgress } from './move-progress';
import { performedParts } from './performed';
import { ScopedLink } from './scoped-link';

const JUMPS = ['1h', '1d', '1w', '30d'] as const;

interface AdvanceClockDialogProps {
  advance: Advance;
  moving: Moving | null;
  onClose: () => void;
}

export function AdvanceClockDialog({ advance, moving, onClose }: AdvanceClockDialogProps) {
  const [by, setBy] = useState<string>(advance.variables?.by ?? '1d');
  const stage = advance.isPending || moving ? 'moving' : advance.data ? 'done' : 'form';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} {...WORDS[stage]}>
      {stage === 'moving' && (
        <>
          <MoveProgress moving={moving} />
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      )}
      {stage === 'done' && advance.data && <Done moved={advance.data} onClose={onClose} />}
      {stage === 'form' && <AdvanceForm {...{ advance, by, setBy, onClose }} />}
    </Dialog>
  );
}

const WORDS = {
  form: {
    title: 'Move the clock forward',
    description: 'Everything that falls due happens in order. The clock cannot be moved back.',
  },
  moving: {
    title: 'The clock is moving',
    description: 'Everything that falls due on the way is processed. You can close this; the move continues.',
  },
  done: { title: 'The clock was moved' },
} as const;

function Done({ moved: { now, performed, move_id }, onClose }: { moved: Outputs['sandbox']['advanceClock']; onClose: () => void }) {
  const parts = performedParts(performed);
  return (
    <div role="status">
      <p>It stood at {clockMinute(now)} UTC when everything was done.</p>
      {parts.length === 0 ? (
        <p className="text-ink-soft mt-2">Nothing fell due on the way.</p>
      ) : (
        <ul aria-label="Done on the way" className="panel divide-line mt-3 divide-y tabular-nums">
          {parts.map((part) => (
            <li key={part} className="px-3 py-1.5">
              {part}
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button asChild variant="primary">
          <ScopedLink href={`/sandbox/${move_id}`} onClick={onClose}>
            See what happened
          </ScopedLink>
        </Button>
      </DialogActions>
    </div>
  );
}

interface AdvanceFormProps extends Pick<AdvanceClockDialogProps, 'advance' | 'onClose'> {
  /** Kept by the dialog, because the form unmounts while someone else moves the clock. */
  by: string;
  setBy: (by: string) => void;
}

function AdvanceForm({ advance, by, setBy, onClose }: AdvanceFormProps) {
  const failure = advance.error ? failureOf(advance.error) : null;
  const submit = () => advance.mutate({ by: by.trim() });
  return (
    <DialogForm onSubmit={submit} onClose={onClose} failure={failure} submitLabel="Move the clock" pending={advance.isPending}>
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
      {failure && !failure.fields.by && (
        <p className="text-ink-soft">
          The clock may have moved part of the way.{' '}
          <ScopedLink href="/sandbox" className="text-accent hover:underline" onClick={onClose}>
            See its moves
          </ScopedLink>
        </p>
      )}
    </DialogForm>
  );
}
