/** Makes a program of a sandbox from a configuration that was downloaded here or from any other organization. */
'use client';
import { FileUp } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ProgramConfiguration } from '@/contract/program-configuration';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { failureOf } from '@/trpc/failure';
import { CloneFaults } from './clone-faults';
import { CloneResult } from './clone-result';
import { useClone } from './use-clone';

/** Offers nothing where the server would refuse. */
export function NewProgramFromFile() {
  const { change, sandbox } = useMay();
  const [open, setOpen] = useState(false);
  if (!change || !sandbox) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FileUp aria-hidden /> New program from a file
      </Button>
      {open && <FileDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function FileDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [unreadable, setUnreadable] = useState<string>();
  const clone = useClone();
  const failure = clone.error ? failureOf(clone.error) : null;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setUnreadable(undefined);
    clone.reset();
    if (chosen && !name) setName(chosen.name.replace(/(-configuration)?\.json$/i, ''));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = await configurationOf(file);
    if ('fault' in read) return setUnreadable(read.fault);
    clone.mutate({ name: name.trim(), configuration: read.configuration });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={clone.data ? 'The program was made' : 'New program from a file'}>
      {clone.data ? (
        <CloneResult clone={clone.data} onClose={onClose} />
      ) : (
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
          <p className="text-ink-soft">
            “Download configuration” on the page of any program, also of a live one, gives the file. The new program has everything in it;
            an asset whose symbol this organization has already is used as it is.
          </p>
          <Field label="Configuration" required error={unreadable}>
            <Input
              type="file"
              accept="application/json,.json"
              className="py-1"
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
            />
          </Field>
          <Field label="Name" required error={failure?.fields.name}>
            <Input value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          {failure && <CloneFaults failure={failure} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={clone.isPending}>
              Create program
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

/** Whether it is a configuration the API decides; here it need only be JSON. */
async function configurationOf(file: File | null): Promise<{ configuration: ProgramConfiguration } | { fault: string }> {
  if (!file) return { fault: 'Choose a file.' };
  try {
    return { configuration: JSON.parse(await file.text()) as ProgramConfiguration };
  } catch {
    return { fault: 'This file is not JSON; choose one that was downloaded as a configuration.' };
  }
}
