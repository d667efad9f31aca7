/** The menu of actions on a rule within its order. */
'use client';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Rule } from '@/contract/rule';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { otherStatus, RuleStatusDialog, STATUS_VERBS, type NextStatus } from './rule-status';

export function RuleMenu({ rule }: { rule: Pick<Rule, 'id' | 'name' | 'status'> }) {
  const [target, setTarget] = useState<NextStatus | null>(null);
  const other = otherStatus(rule.status);
  return (
    <>
      <DropdownMenu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`More about ${rule.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setTarget(other)}>{STATUS_VERBS[other]}</MenuItem>
        <MenuItem danger onSelect={() => setTarget('ARCHIVED')}>
          {STATUS_VERBS.ARCHIVED}
        </MenuItem>
      </DropdownMenu>
      {target && <RuleStatusDialog rule={rule} target={target} onClose={() => setTarget(null)} />}
    </>
  );
}
