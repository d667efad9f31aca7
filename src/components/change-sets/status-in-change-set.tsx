/** Offers to suspend, activate or archive a rule by a change set, instead of at once. */
'use client';
import { Ellipsis } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SentRuleChange } from '@/contract/change-set';
import type { Rule } from '@/contract/rule';
import { useScoped } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { onDemand } from '@/components/ui/on-demand';

const SaveToDialog = onDemand(() => import('./save-to-dialog').then((loaded) => loaded.SaveToDialog));

export function StatusInChangeSet({ rule }: { rule: Pick<Rule, 'id' | 'program_id' | 'name' | 'status'> }) {
  const router = useRouter();
  const scoped = useScoped();
  const [asked, setAsked] = useState<SentRuleChange | null>(null);
  const isActive = rule.status === 'ACTIVE';
  const switched: SentRuleChange = { type: 'UPDATE_RULE', rule_id: rule.id, rule: { status: isActive ? 'SUSPENDED' : 'ACTIVE' } };
  return (
    <>
      <DropdownMenu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`More about ${rule.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsked(switched)}>{isActive ? 'Suspend' : 'Activate'} by a change set…</MenuItem>
        <MenuItem onSelect={() => setAsked({ type: 'ARCHIVE_RULE', rule_id: rule.id })}>Archive by a change set…</MenuItem>
      </DropdownMenu>
      {asked && (
        <SaveToDialog
          programId={rule.program_id}
          change={asked}
          onClose={() => setAsked(null)}
          onSaved={(id) => router.push(scoped(`/rules/change-sets/${id}`))}
        />
      )}
    </>
  );
}
