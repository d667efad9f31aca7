/** Makes a copy of a program in the same sandbox, after saying what will be copied and what not. */
'use client';
import { useState, type FormEvent } from 'react';
import type { Program } from '@/contract/program';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { failureOf } from '@/trpc/failure';
import { CloneFaults } from './clone-faults';
import { CloneResult } from './clone-result';
import { useClone } from './use-clone';

const MAX_NAME = 255;

export function CloneDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const [name, setName] = useState(`Copy of ${program.name}`.slice(0, MAX_NAME));
  const clone = useClone();
  const failure = clone.error ? failureOf(clone.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    clone.mutate({ name: name.trim(), source_program_id: program.id });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={clone.data ? 'The program was cloned' : `Clone “${program.name}”`}>
      {clone.data ? (
        <CloneResult clone={clone.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <p className="text-ink-soft">
            The copy has the settings, tiers, rules, rewards and automations of this program and uses the same assets. Participants,
            balances and history are not copied, and wallets begin empty. Automations of the copy run by themselves as soon as it is there.
          </p>
          <Field label="Name" required error={failure?.fields.name}>
            <Input value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          {failure && <CloneFaults failure={failure} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={clone.isPending}>
              Clone program
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
