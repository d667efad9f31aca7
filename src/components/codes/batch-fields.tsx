/** The fields of a batch of codes: which codes they are, how often each can be used, and when. */
'use client';
import type { ReactNode } from 'react';
import { CODE_BATCH_KINDS } from '@/domain/codes/kinds';
import { useTimeZoneOf } from '@/components/programs/program-names';
import { WindowFields } from '@/components/schedules/window-fields';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { keyOf, type BatchDraft } from './batch-draft';
import { KIND_WORDS } from './words';

export interface BatchFields {
  readonly draft: BatchDraft;
  readonly edit: (changes: Partial<BatchDraft>) => void;
  /** The API's errors from the last save. */
  readonly errors: Readonly<Record<string, string>>;
}

export function KindFields({ draft, edit, errors, name }: BatchFields & { name: ReactNode }) {
  return (
    <>
      <Field label="Codes" required hint={KIND_WORDS[draft.kind].hint} error={errors.kind}>
        <Select
          options={CODE_BATCH_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }))}
          value={draft.kind}
          onChange={(kind) => edit({ kind })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {name}
        <Field label="Key" hint="By which rules name the codes; made of the name when empty." error={errors.key}>
          <Input
            className="font-mono text-xs"
            placeholder={keyOf(draft)}
            value={draft.key}
            onChange={({ target }) => edit({ key: target.value })}
          />
        </Field>
        {draft.kind === 'SHARED' && (
          <Field label="Code" required hint="Case, spaces and dashes do not matter." error={errors.code}>
            <Input value={draft.code} onChange={({ target }) => edit({ code: target.value })} />
          </Field>
        )}
        {draft.kind === 'UNIQUE' && (
          <>
            <Field label="How many" required hint="At most 1,000,000, made in the background." error={errors.count}>
              <Input inputMode="numeric" value={draft.count} onChange={({ target }) => edit({ count: target.value })} />
            </Field>
            <Field label="They begin with" hint="Letters and digits; the rest is random, without look-alikes." error={errors.prefix}>
              <Input value={draft.prefix} onChange={({ target }) => edit({ prefix: target.value })} />
            </Field>
          </>
        )}
      </div>
    </>
  );
}

const LIMITS = [
  { field: 'max_per_participant', label: 'Uses by one participant' },
  { field: 'max_total', label: 'Uses of all codes together' },
] as const;

export function TermFields({ draft, edit, errors, programId, isNew }: BatchFields & { programId: string; isNew: boolean }) {
  const timeZone = useTimeZoneOf(programId);
  const bound = (field: 'active_from' | 'active_to', label: string) => ({
    label,
    value: draft[field],
    error: errors[field],
    onChange: (instant: string) => edit({ [field]: instant }),
  });
  const number = (field: 'max_per_participant' | 'max_total' | 'max_per_code', label: string, hint: string) => (
    <Field key={field} label={label} hint={hint} error={errors[field]}>
      <Input inputMode="numeric" value={draft[field]} onChange={({ target }) => edit({ [field]: target.value })} />
    </Field>
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        {LIMITS.map(({ field, label }) => number(field, label, 'Empty for no limit.'))}
        {isNew && number('max_per_code', 'Uses of one code', draft.kind === 'SHARED' ? 'Empty for no limit.' : 'Once when empty.')}
      </div>
      {timeZone !== undefined && (
        <div className="flex flex-col gap-2">
          <WindowFields timeZone={timeZone} from={bound('active_from', 'Can be used from')} to={bound('active_to', 'Can be used to')} />
          <p className="text-ink-soft text-xs">In the program’s time zone, {timeZone}; by the time at which an event happened.</p>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Cannot be combined within"
          hint="Of the codes of all batches with the same word here, only one applies to an event."
          error={errors.exclusive_group}
        >
          <Input value={draft.exclusive_group} onChange={({ target }) => edit({ exclusive_group: target.value })} />
        </Field>
        <Field label="Priority" hint="Of codes that cannot be combined, the one with the highest applies." error={errors.priority}>
          <Input inputMode="numeric" value={draft.priority} onChange={({ target }) => edit({ priority: target.value })} />
        </Field>
      </div>
    </>
  );
}
