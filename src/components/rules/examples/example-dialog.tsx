/** Writes an example: an event, the state to suppose, and what the rule must do, which is at first what it does now. */
'use client';
import { useState } from 'react';
import { RuleExample, type RuleExampleResult } from '@/contract/rule-example';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { jsonObjectFault, jsonObjectOf } from '@/components/ui/json-object';
import { Switch } from '@/components/ui/switch';
import type { RuleFormDraft } from '../rule-draft';
import { typedLoss } from '../typed-json';
import { EffectsField } from './effects-field';
import { outcomeSentences } from './example-words';
import { textOfEffects } from './expected-effects';
import { useExampleResults } from './use-examples';

interface ExampleDialogProps {
  draft: RuleFormDraft;
  ruleId?: string;
  /** Undefined for a new one. */
  example?: RuleExample;
  onSave: (example: RuleExample) => void;
  onClose: () => void;
}

interface Written {
  readonly name: string;
  readonly data: string;
  readonly timestamp: string;
  readonly state: string;
  /** Null: whatever the rule gives now. */
  readonly expects: { readonly matched: boolean; readonly effects: string } | null;
}

const EMPTY: Written = { name: '', data: '', timestamp: '', state: '', expects: null };

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const writtenOf = ({ name, event, state, expects }: RuleExample): Written => ({
  name,
  data: pretty(event.event_data),
  timestamp: event.event_timestamp ?? '',
  state: state === undefined ? '' : pretty(state),
  expects: { matched: expects.matched, effects: textOfEffects(expects.effects) },
});

/** What the rule gives, as it is expected: the ordinary bucket need not be named. */
const givenOf = ({ got }: RuleExampleResult): NonNullable<Written['expects']> => ({
  matched: got.matched,
  effects: textOfEffects(
    got.effects.map(({ bucket, ...effect }) => (bucket === undefined || bucket === 'AVAILABLE' ? effect : { ...effect, bucket })),
  ),
});

const NOTHING = { matched: false, effects: '[]' };

function listOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The event and the state as written, with an outcome; null while they are not JSON. */
function candidate({ name, data, timestamp, state }: Written, expects: NonNullable<Written['expects']>): unknown {
  const [event_data, supposed] = [jsonObjectOf(data), state.trim() === '' ? undefined : jsonObjectOf(state)];
  if (event_data === null || supposed === null) return null;
  return {
    name,
    event: { event_data, ...(timestamp.trim() === '' ? {} : { event_timestamp: timestamp.trim() }) },
    ...(supposed === undefined ? {} : { state: supposed }),
    expects: { matched: expects.matched, effects: listOf(expects.effects) },
  };
}

/** By the first part of their path: `name`, `event`, `state` or `expects`. */
function faultsOf(written: Written, sent: unknown): Readonly<Record<string, string>> {
  const json = {
    event: jsonObjectFault(written.data),
    state: written.state.trim() === '' ? null : jsonObjectFault(written.state),
    expects: written.expects && typedLoss(written.expects.effects),
  };
  const unread = Object.entries(json).flatMap(([field, fault]) => (fault === null ? [] : [[field, fault] as const]));
  if (unread.length > 0) return Object.fromEntries(unread);
  const issues = RuleExample.safeParse(sent).error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }) => [path[1] === 'event_timestamp' ? 'timestamp' : String(path[0]), message]).reverse(),
  );
}

export function ExampleDialog({ draft, ruleId, example, onSave, onClose }: ExampleDialogProps) {
  const [written, setWritten] = useState(() => (example ? writtenOf(example) : EMPTY));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const write = (changes: Partial<Written>) => setWritten({ ...written, ...changes });
  const tried = RuleExample.safeParse(candidate({ ...written, name: 'tried' }, NOTHING)).data;
  const result = useExampleResults(draft, ruleId, tried ? [tried] : [])?.[0];
  const given = result && givenOf(result);
  const expects = written.expects ?? given ?? NOTHING;
  const submit = () => {
    const sent = candidate(written, expects);
    const found = faultsOf(written, sent);
    setFaults(found);
    if (Object.keys(found).length === 0) onSave(RuleExample.parse(sent));
  };
  return (
    <FormDialog
      wide
      title={example ? 'Edit the example' : 'Add an example'}
      description="The rule runs alone, on people who are new and have only the state written here."
      onSubmit={submit}
      onClose={onClose}
      failure={null}
      submitLabel={example ? 'Keep changes' : 'Add example'}
      pending={false}
    >
      <Field label="Name" required error={faults['name']}>
        <Input
          placeholder="an order of 49.99 gives nothing"
          value={written.name}
          onChange={({ target }) => write({ name: target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <JsonField
          label="Event data"
          required
          placeholder={'{ "type": "purchase", "amount": 49.99 }'}
          error={faults['event']}
          value={written.data}
          onChange={(data) => write({ data })}
        />
        <JsonField
          label="State"
          placeholder={'{ "participant": { "tags": ["vip"] } }'}
          error={faults['state']}
          value={written.state}
          onChange={(state) => write({ state })}
        />
      </div>
      <Field label="Event time" hint="RFC 3339; now if empty. Write one where the rule depends on the time." error={faults['timestamp']}>
        <Input value={written.timestamp} onChange={({ target }) => write({ timestamp: target.value })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Switch
            label="The rule must match"
            checked={expects.matched}
            onChange={(matched) => write({ expects: { ...expects, matched } })}
          />
          <EffectsField
            error={faults['expects']}
            value={expects.effects}
            onChange={(effects) => write({ expects: { ...expects, effects } })}
          />
        </div>
        <Given result={result} onTake={given ? () => write({ expects: given }) : undefined} />
      </div>
    </FormDialog>
  );
}

interface JsonFieldProps {
  label: string;
  required?: boolean;
  placeholder?: string;
  error?: string;
  value: string;
  onChange: (text: string) => void;
}

const JsonField = ({ label, required, placeholder, error, value, onChange }: JsonFieldProps) => (
  <Field label={label} required={required} error={error}>
    <Textarea
      className="max-h-64 min-h-28 font-mono text-xs"
      spellCheck={false}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

function Given({ result, onTake }: { result?: RuleExampleResult; onTake?: () => void }) {
  return (
    <section
      aria-label="What the rule gives now"
      aria-live="polite"
      className="bg-sunken rounded-control flex flex-col items-start gap-2 p-3"
    >
      <h3 className="text-ink-soft text-xs font-medium">The rule gives now</h3>
      {result ? (
        <>
          {outcomeSentences(result.got).map((sentence, index) => (
            <p key={index} className="break-words tabular-nums">
              {sentence}
            </p>
          ))}
          {result.got.reason && <p className="text-ink-soft break-words">{result.got.reason}</p>}
          <Button size="small" onClick={onTake}>
            Expect this
          </Button>
        </>
      ) : (
        <p className="text-ink-faint">Write the data of an event to see it.</p>
      )}
    </section>
  );
}
