/** Creates an organization and switches to it. Whether it is live or a sandbox is fixed here. */
'use client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { useFaultInView } from '@/components/ui/fault-in-view';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { auth, authMessage } from './auth-client';

const MODES = [
  { value: 'SANDBOX', label: 'Sandbox: try things, move its clock' },
  { value: 'LIVE', label: 'Live: real participants' },
] as const;
type Mode = (typeof MODES)[number]['value'];

const SLUG_TAIL = 6;

/** A slug from a name; its random tail keeps organizations of the same name apart. */
function slugOf(name: string): string {
  const base = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${base || 'organization'}-${crypto.randomUUID().slice(0, SLUG_TAIL)}`;
}

/** @returns the message of a refusal, or null. */
async function createOrganization(name: string, mode: Mode): Promise<string | null> {
  const organization = { name: name.trim(), slug: slugOf(name), mode };
  const { error } = await auth((library) => library.$fetch('/organization/create', { method: 'POST', body: organization }));
  return error ? authMessage(error) : null;
}

export function OrganizationForm({ initialMode, onCancel }: { initialMode: Mode; onCancel?: () => void }) {
  const [mode, setMode] = useState<Mode>(initialMode);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const { form, begin } = useFaultInView(pending);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    begin();
    // Read from the form, which also has what was typed before hydration.
    const name = String(new FormData(event.currentTarget).get('name'));
    setPending(true);
    const refusal = name.trim() ? await createOrganization(name, mode) : 'Enter a name for the organization.';
    if (refusal === null) return window.location.assign('/start');
    setProblem(refusal);
    setPending(false);
  };
  const create = (
    <Button type="submit" variant="primary" pending={pending}>
      Create organization
    </Button>
  );
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      <Field label="Name" required error={problem ?? undefined}>
        <Input name="name" maxLength={255} autoComplete="organization" />
      </Field>
      <Field label="Kind" required hint="This cannot be changed later.">
        <Select options={MODES} value={mode} onChange={setMode} />
      </Field>
      {onCancel ? (
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          {create}
        </DialogActions>
      ) : (
        create
      )}
    </form>
  );
}

export const NewOrganizationDialog = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="New organization"
    description="An organization has its own programs, participants, ledger, keys and team."
  >
    <OrganizationForm initialMode="SANDBOX" onCancel={() => onOpenChange(false)} />
  </Dialog>
);
