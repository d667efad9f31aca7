/** Shows a subject's state: tags, attributes, counters and levels, each editable, and their history. */
'use client';
import { useMay } from '@/components/shell/session';
import { Attributes } from './attributes';
import { Counters } from './counters';
import { StateHistory } from './state-history';
import { TierMemberships } from './tier-memberships';
import type { SubjectPage } from './subject';
import { Tags } from './tags';

export function StatePanel({ subject }: { subject: SubjectPage }) {
  const { change } = useMay();
  const editable = change && subject.changeable;
  const { kind } = subject;
  return (
    <>
      <Tags subject={subject} editable={editable} />
      {kind !== 'programs' && <TierMemberships subject={{ ...subject, kind }} editable={editable} />}
      <Counters subject={subject} editable={editable} />
      <Attributes subject={subject} editable={editable} />
      {kind !== 'programs' && <StateHistory subject={{ ...subject, kind }} />}
    </>
  );
}
