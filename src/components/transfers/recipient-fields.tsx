/** The form fields for the recipients and their amounts: row by row, or pasted as a list. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, FieldFault } from '@/components/ui/field';
import { AmountInput, Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { pastedRecipients, RECIPIENTS_MAX, type RecipientDraft } from './transfer-draft';

const KINDS = [
  { value: 'PARTICIPANT', label: 'Participant' },
  { value: 'GROUP', label: 'Group' },
] as const;
const GROUPS_OFFERED = 200;
/** On a narrow screen a recipient takes two lines: the first ends above the button that removes it. */
const WIDE_WHEN_NARROW = 'col-span-2 sm:col-span-1';

interface RecipientFieldsProps {
  recipients: readonly RecipientDraft[];
  onChange: (recipients: readonly RecipientDraft[]) => void;
  errors: Readonly<Record<string, string>>;
}

export function RecipientFields({ recipients, onChange, errors }: RecipientFieldsProps) {
  const [pasting, setPasting] = useState(false);
  const groups = useQuery(
    useTRPC().groups.list.queryOptions(
      { limit: GROUPS_OFFERED, status: 'ACTIVE', sort_by: 'name', sort_dir: 'asc' },
      { staleTime: 60_000 },
    ),
  ).data?.data.map(({ id, name }) => ({ value: id, label: name }));
  const nextKey = Math.max(0, ...recipients.map(({ key }) => key)) + 1;
  const edit = (key: number, changes: Partial<RecipientDraft>) =>
    onChange(recipients.map((recipient) => (recipient.key === key ? { ...recipient, ...changes } : recipient)));
  const full = recipients.length >= RECIPIENTS_MAX;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-ink-soft mb-1 text-xs font-medium">
        Recipients · {recipients.length} of at most {RECIPIENTS_MAX}
      </legend>
      {recipients.map((recipient, index) => (
        <RecipientRow
          key={recipient.key}
          {...{ recipient, index, errors }}
          groups={groups ?? []}
          onEdit={(changes) => edit(recipient.key, changes)}
          onRemove={recipients.length > 1 ? () => onChange(recipients.filter(({ key }) => key !== recipient.key)) : undefined}
        />
      ))}
      {errors.recipients && <FieldFault>{errors.recipients}</FieldFault>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={full}
          onClick={() => onChange([...recipients, { key: nextKey, kind: 'PARTICIPANT', who: '', amount: '' }])}
        >
          Add recipient
        </Button>
        <Button size="small" variant="quiet" disabled={full} onClick={() => setPasting(!pasting)} aria-expanded={pasting}>
          Paste a list
        </Button>
      </div>
      {pasting && (
        <PasteBox
          onPaste={(text) => {
            const typed = recipients.filter(({ who, amount }) => who.trim() || amount.trim());
            onChange([...typed, ...pastedRecipients(text, nextKey)]);
            setPasting(false);
          }}
        />
      )}
    </fieldset>
  );
}

interface RecipientRowProps {
  recipient: RecipientDraft;
  index: number;
  errors: Readonly<Record<string, string>>;
  groups: readonly { value: string; label: string }[];
  onEdit: (changes: Partial<RecipientDraft>) => void;
  onRemove: (() => void) | undefined;
}

function RecipientRow({ recipient, index, errors, groups, onEdit, onRemove }: RecipientRowProps) {
  const at = `recipients[${index}]`;
  const number = index + 1;
  const whoError = ['', '.external_id', '.group_id', '.participant_id'].map((field) => errors[`${at}${field}`]).find(Boolean);
  const amountError = errors[`${at}.amount`];
  const error = whoError && amountError ? `Recipient: ${whoError} Amount: ${amountError}` : (whoError ?? amountError);
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-[8rem_minmax(0,1fr)_2rem] gap-2 sm:grid-cols-[8rem_minmax(0,1fr)_8rem_2rem]">
        <Select
          aria-label={`Kind of recipient ${number}`}
          options={KINDS}
          value={recipient.kind}
          onChange={(kind) => onEdit({ kind, who: '' })}
        />
        {recipient.kind === 'GROUP' ? (
          <Select
            className={WIDE_WHEN_NARROW}
            aria-label={`Recipient ${number}`}
            aria-invalid={whoError ? true : undefined}
            options={groups}
            value={recipient.who}
            onChange={(who) => onEdit({ who })}
          />
        ) : (
          <Input
            className={WIDE_WHEN_NARROW}
            aria-label={`Recipient ${number}`}
            aria-invalid={whoError ? true : undefined}
            placeholder="External id"
            autoComplete="off"
            value={recipient.who}
            onChange={(event) => onEdit({ who: event.target.value })}
          />
        )}
        <div className={WIDE_WHEN_NARROW}>
          <AmountInput
            aria-label={`Amount for recipient ${number}`}
            aria-invalid={amountError ? true : undefined}
            placeholder="Amount"
            value={recipient.amount}
            onChange={(amount) => onEdit({ amount })}
          />
        </div>
        {onRemove && (
          <Button variant="quiet" size="icon" aria-label={`Remove recipient ${number}`} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      {error && <FieldFault>{error}</FieldFault>}
    </div>
  );
}

function PasteBox({ onPaste }: { onPaste: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <div className="panel flex flex-col gap-2 p-3">
      <Field label="Lines of external id and amount" required hint="Such as: ada, 12.50 — one line for each.">
        <Textarea className="font-mono text-xs" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div>
        <Button size="small" disabled={!text.trim()} onClick={() => onPaste(text)}>
          Add these
        </Button>
      </div>
    </div>
  );
}
