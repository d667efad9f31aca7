/** Shows a program's rule sets in execution order, rearranged by dragging or with buttons. */
'use client';
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { present } from '@/domain/assert';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { presses } from '@/components/ui/keys';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useDragging } from './dragging';
import { focusMoveButton } from './move-buttons';
import { OfOneProgram } from './of-one-program';
import { moveRule, moveSet, placeOf, stepFrom, type RuleSlot, type RuleSets } from './rule-order';
import { RuleSetSection, type Moves } from './rule-set-section';
import { RuleViews } from './rule-views';
import { useRuleConfiguration } from './use-rule-configuration';

const RuleSetDialog = onDemand(() => import('./rule-set-dialog').then((loaded) => loaded.RuleSetDialog));

export const RuleSetsPage = () => (
  <>
    <PageHeader
      title="Rules"
      description="Sets run one after the other, and the rules of a set in their order. Later rules see what earlier ones did."
    />
    <RuleViews />
    <OfOneProgram>{(programId) => <SetsOfProgram key={programId} programId={programId} />}</OfOneProgram>
  </>
);

function SetsOfProgram({ programId }: { programId: string }) {
  const { query, sets, arranging, arrange } = useRuleConfiguration(programId);
  const { change } = useMay();
  const [creating, setCreating] = useState(false);
  const { moves, said } = useMoves(sets, arranging, (next) => void arrange(next));
  const create = change && (
    <Button
      variant={sets.length === 0 ? 'primary' : 'secondary'}
      aria-haspopup="dialog"
      onClick={() => setCreating(true)}
      {...presses('new')}
    >
      <Plus aria-hidden /> New rule set
    </Button>
  );
  return (
    <Detail query={query}>
      {({ rule_configuration_version: version }) => (
        <>
          <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
            <p className="text-ink-soft">Version {version}</p>
            {sets.length > 0 && create}
          </div>
          <p role="status" className="sr-only">
            {said}
          </p>
          {sets.length === 0 ? (
            <div className="panel">
              <EmptyState title="No rule sets yet. The first rule creates one." action={create} />
            </div>
          ) : (
            <div className="flex flex-col gap-3">
              {sets.map((set, index) => (
                <RuleSetSection key={set.id} set={set} index={index} moves={change ? moves : null} />
              ))}
            </div>
          )}
          {creating && <RuleSetDialog programId={programId} onClose={() => setCreating(false)} />}
        </>
      )}
    </Detail>
  );
}

/** Every way to move something, the message once done, and where the focus goes. */
function useMoves(sets: RuleSets, arranging: boolean, arrange: (sets: RuleSets) => void): { moves: Moves; said: string } {
  const [said, setSaid] = useState('');
  const pressed = useRef<{ id: string; direction: 'up' | 'down' } | null>(null);
  useLayoutEffect(() => {
    if (!pressed.current || arranging) return;
    focusMoveButton(pressed.current.id, pressed.current.direction);
    pressed.current = null;
  }, [arranging]);
  const toPlace = (id: string, to: RuleSlot) => {
    const next = moveRule(sets, id, to);
    const place = placeOf(next, id);
    const set = next.find((each) => each.id === place?.setId);
    const same = placeOf(sets, id);
    if (!place || !set || (same?.setId === place.setId && same.index === place.index)) return;
    setSaid(
      `${present(set.rules[place.index], 'the place of the rule was just found').name} is now rule ${place.index + 1} of ${set.name}.`,
    );
    arrange(next);
  };
  const toIndex = (id: string, index: number) => {
    const next = moveSet(sets, id, index);
    const moved = sets.find((set) => set.id === id);
    if (!moved || next.every((set, i) => set.id === sets[i]?.id)) return;
    setSaid(`${moved.name} is now set ${index + 1}.`);
    arrange(next);
  };
  const dragging = useDragging((dragged, landing) => {
    if (landing.type === 'RULE') return toPlace(dragged.id, landing.place);
    const from = sets.findIndex(({ id }) => id === dragged.id);
    toIndex(dragged.id, landing.index > from ? landing.index - 1 : landing.index);
  });
  const pressing = (id: string, by: -1 | 1, act: () => void) => () => {
    pressed.current = { id, direction: by < 0 ? 'up' : 'down' };
    act();
  };
  const stepRule: Moves['stepRule'] = (id, by) => {
    const to = arranging ? null : stepFrom(sets, id, by);
    return to && pressing(id, by, () => toPlace(id, to));
  };
  const stepSet: Moves['stepSet'] = (id, by) => {
    const index = sets.findIndex((set) => set.id === id) + by;
    return arranging || index < 0 || index >= sets.length ? null : pressing(id, by, () => toIndex(id, index));
  };
  return { moves: { dragging, stepRule, stepSet }, said };
}
