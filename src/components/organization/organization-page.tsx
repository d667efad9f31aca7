/** The organization itself: its facts, and its name. */
'use client';
import { useState, type FormEvent } from 'react';
import { ModeBadge } from '@/components/shell/organization-switch';
import { useMay, useSession } from '@/components/shell/session';
import { renameOrganization } from '@/components/team/team-api';
import { statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Part } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';

export function OrganizationPage() {
  const { organization } = useSession();
  const { manage } = useMay();
  return (
    <div className="max-w-3xl">
      <PageHeader title="Organization" description="Its programs, participants, ledger, keys and team belong to nobody else." />
      <Facts
        facts={[
          { name: 'Name', value: organization.name },
          { name: 'Id', value: <CopyableId id={organization.id} label="Organization id" whole /> },
          { name: 'Kind', value: <ModeBadge mode={organization.mode} /> },
          { name: 'Your role', value: statusLabel(organization.role) },
        ]}
      />
      {manage && (
        <Part title="Rename">
          <RenameForm id={organization.id} current={organization.name} />
        </Part>
      )}
    </div>
  );
}

function RenameForm({ id, current }: { id: string; current: string }) {
  const [name, setName] = useState(current);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setProblem(null);
    try {
      if (!name.trim()) throw new Error('Give the organization a name.');
      await renameOrganization(id, name.trim());
      window.location.reload();
    } catch (error) {
      setProblem((error as Error).message);
      setPending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="panel flex flex-col gap-4 p-4" noValidate>
      <Field label="Name" required error={problem ?? undefined}>
        <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={255} />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={pending} disabled={name.trim() === current}>
          Save name
        </Button>
      </div>
    </form>
  );
}
