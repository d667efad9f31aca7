/** Edits how much of what was earned is taken back: all of it, as one field of the event to another, or by a formula. */
'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { shareChoiceOf, shareTemplateOf, WHOLE_SHARE, type ShareChoice } from '@/domain/rules/amounts/share';
import { HALF, TemplateText, WHOLE, type PartProps } from './action-text';
import { PathField } from './path-field';

const KINDS = [
  { value: 'all', label: 'All that is left' },
  { value: 'ratio', label: 'The part that is refunded' },
  { value: 'formula', label: 'By a formula' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

const FIRST_RATIO: ShareChoice = { kind: 'ratio', part: 'refunded', whole: 'total' };

export function SharePart(props: PartProps) {
  const { action, at, errors, onChange } = props;
  // A formula that is being written stays one, also while it reads as a choice; a choice stays while a field has no name.
  const [edited, setEdited] = useState<{ share: string; choice: ShareChoice | null }>({ share: '', choice: null });
  const choice = edited.share === action.share ? edited.choice : shareChoiceOf(action.share);
  const write = (share: string, next: ShareChoice | null) => {
    setEdited({ share, choice: next });
    onChange({ share });
  };
  const change = (next: ShareChoice) => write(shareTemplateOf(next), next);
  const choose = (kind: Kind) => {
    if (kind === 'formula') write(action.share, null);
    else change(kind === 'all' ? { kind } : FIRST_RATIO);
  };
  const error = errors[`${at}.share`];
  return (
    <>
      <div className={choice?.kind === 'all' ? WHOLE : HALF}>
        <Field label="How much of it" required error={choice === null ? undefined : error}>
          <Select options={KINDS} value={choice?.kind ?? 'formula'} onChange={choose} />
        </Field>
      </div>
      {choice?.kind === 'ratio' && (
        <div className={`${HALF} grid grid-cols-2 gap-2`}>
          <PathField
            label="Refunded now"
            type="number"
            path={choice.part.split('.')}
            onChange={(path) => change({ ...choice, part: path.join('.') })}
          />
          <PathField
            label="Of the whole"
            type="number"
            path={choice.whole.split('.')}
            onChange={(path) => change({ ...choice, whole: path.join('.') })}
          />
        </div>
      )}
      {choice === null && (
        <TemplateText
          {...props}
          field="share"
          label="Share of it"
          required
          wide={false}
          hint={`From 0 to 1, of all that was earned; ${WHOLE_SHARE} takes back all that is left.`}
          example="{{ event.refunded / event.total }}"
        />
      )}
    </>
  );
}
