/** Creates a sandbox program from a configuration file exported by this or any other organization. */
'use client';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { ProgramConfiguration } from '@/contract/program-configuration';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { jsonObjectFault } from '@/components/ui/json-object';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CloneFrame } from './clone-frame';
import { useClone } from './use-clone';

/** Renders nothing where the server would refuse. */
export function NewProgramFromFile() {
  const { change, sandbox } = useMay();
  const [open, setOpen] = useState(false);
  if (!change || !sandbox) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setUnreadable(undefined);
    clone.reset();
    if (chosen && !name) setName(chosen.name.replace(/(-configuration)?\.json$/i, ''));
  };
  const submit = async () => {
    const read = await configurationOf(file);
    if ('fault' in read) return setUnreadable(read.fault);
    clone.mutate({ name: name.trim(), configuration: read.configuration });
  };
  return (
    <CloneFrame
      clone={clone}
      titles={['New program from a file', 'Program created']}
      introduction="To get the file, choose “Download configuration” on the page of any program, live or sandbox. The new program has everything in the file; if this organization already has an asset with the same symbol, that asset is used."
      action="Create program"
      name={name}
      onName={setName}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Configuration" required error={unreadable}>
        <Input type="file" accept="application/json,.json" className="py-1" onChange={(event) => choose(event.target.files?.[0] ?? null)} />
      </Field>
    </CloneFrame>
  );
}

/** Only checks that it is JSON; the API validates the configuration. */
async function configurationOf(file: File | null): Promise<{ configuration: ProgramConfiguration } | { fault: string }> {
  if (!file) return { fault: 'Choose a file.' };
  const text = await file.text();
  const fault = jsonObjectFault(text);
  // The API says what is wrong with it, if it is none.
  return fault === null ? { configuration: JSON.parse(text) as ProgramConfiguration } : { fault: `This file cannot be read. ${fault}` };
}
