/** Shows the organization's facts and renames it. */
'use client';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
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
import { failureOf } from '@/trpc/failure';

export function OrganizationPage() {
  const { organization } = useSession();
  const { manage } = useMay();
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Organization"
        description="Its programs, participants, ledger, keys and team are separate from every other organization."
      />
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
  const edited = useEdited({ name: current });
  const { draft, edit } = edited;
  const name = draft.name.trim();
  const rename = useMutation({
    mutationFn: () => renameOrganization(id, name),
    // The name is on every page.
    onSuccess: () => window.location.reload(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form onSubmit={submit} className="panel flex flex-col gap-4 p-4" noValidate>
      <DraftNotice {...edited} />
      <Field label="Name" required error={rename.error ? failureOf(rename.error).message : undefined}>
        <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} maxLength={255} />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={rename.isPending || rename.isSuccess} disabled={!name || name === current}>
          Save name
        </Button>
      </div>
    </form>
  );
}
