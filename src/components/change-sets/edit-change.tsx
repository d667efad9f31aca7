/** Opens the form with the draft of a change, where it has one: what is archived or deleted has not. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';

const DraftedSetDialog = onDemand(() => import('./drafted-set-dialog').then((loaded) => loaded.DraftedSetDialog));
const DraftedAutomationDialog = onDemand(() => import('./drafted-automation-dialog').then((loaded) => loaded.DraftedAutomationDialog));

type DraftedChange = ChangeSet['changes'][number];

export function EditChange({ set, id }: { set: ChangeSet; id: string }) {
  const { change: may } = useMay();
  const drafted = set.changes.find((one) => one.id === id);
  if (!may || !drafted) return null;
  if (drafted.rule)
    return (
      <Button asChild variant="quiet">
        <ScopedLink href={`/rules/change-sets/${set.id}/rules/${id}`} aria-label={`Edit the draft of ${drafted.name}`}>
          Edit
        </ScopedLink>
      </Button>
    );
  if (drafted.rule_set) return <EditRuleSet set={set} drafted={drafted} />;
  return drafted.automation ? <EditAutomation set={set} drafted={drafted} /> : null;
}

function EditRuleSet({ set, drafted }: { set: ChangeSet; drafted: DraftedChange }) {
  const [open, setOpen] = useState(false);
  const isNew = drafted.type === 'CREATE_RULE_SET';
  const path = { id: set.program_id, limit: 200 };
  const live = useQuery(useTRPC().ruleSets.list.queryOptions(path, { enabled: open && !isNew }));
  const known = live.data?.data.find(({ id }) => id === drafted.id);
  return (
    <>
      <EditButton name={drafted.name} onClick={() => setOpen(true)} />
      {open && (isNew || known) && (
        <DraftedSetDialog
          setId={set.id}
          draft={{ id: drafted.id, name: known?.name ?? '', key: known?.key ?? '', ...drafted.rule_set }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function EditAutomation({ set, drafted }: { set: ChangeSet; drafted: DraftedChange }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const isNew = drafted.type === 'CREATE_AUTOMATION';
  const program = useQuery(trpc.programs.get.queryOptions({ id: set.program_id }, { enabled: open }));
  const path = { id: set.program_id, automation_id: drafted.id };
  const live = useQuery(trpc.programs.automations.get.queryOptions(path, { enabled: open && !isNew }));
  return (
    <>
      <EditButton name={drafted.name} onClick={() => setOpen(true)} />
      {open && program.data && (isNew || live.data) && (
        <DraftedAutomationDialog
          setId={set.id}
          program={program.data}
          draft={{ id: drafted.id, isNew, name: drafted.name, automation: { ...live.data, ...drafted.automation } }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const EditButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button variant="quiet" aria-label={`Edit the draft of ${name}`} aria-haspopup="dialog" onClick={onClick}>
    Edit
  </Button>
);
