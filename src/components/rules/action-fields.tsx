/** One action of a rule: what it does, to whom, and for credits of a lot asset when they mature and expire. */
'use client';
import { useAssetIndex } from '@/components/assets/asset-index';
import { termsError } from '@/components/balances/lot-terms';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CodeBlock } from '@/components/ui/json-view';
import { Select } from '@/components/ui/select';
import { BY_TERMS, type ActionDraft } from './rule-draft';

const KINDS = [
  { value: 'CREDIT', label: 'Give' },
  { value: 'DEBIT', label: 'Take' },
] as const;
const TARGETS = [
  { value: 'ACTOR', label: 'Participant' },
  { value: 'RECIPIENT', label: 'Recipient' },
] as const;
const BUCKETS = [
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'HELD', label: 'Held' },
  { value: 'DEFERRED', label: 'Deferred' },
] as const;
const CREDIT_BUCKETS = [{ value: BY_TERMS, label: 'Available, once mature' }, ...BUCKETS] as const;

export interface ActionFieldsProps {
  action: ActionDraft;
  /** Where the action lies in the request, as the API names its fields. */
  at: string;
  errors: Readonly<Record<string, string>>;
  programId: string;
  onChange: (changes: Partial<ActionDraft>) => void;
}

export function ActionFields({ action, at, errors, programId, onChange }: ActionFieldsProps) {
  const { all } = useAssetIndex();
  if (action.type === 'OTHER') return <CodeBlock text={JSON.stringify(action.saved, null, 2)} label="Action as it is saved" />;
  const assets = all
    .filter((asset) => asset.program_ids.includes(programId) || asset.id === action.asset_id)
    .map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }));
  const inLots = all.find(({ id }) => id === action.asset_id)?.inventory_mode === 'LOT';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Do" required error={errors[`${at}.type`]}>
          <Select options={KINDS} value={action.type} onChange={(type) => onChange({ type })} />
        </Field>
        <Field label="Asset" required error={errors[`${at}.asset_id`]}>
          <Select options={assets} value={action.asset_id} onChange={(asset_id) => onChange({ asset_id })} />
        </Field>
        <Field label="Whose" required error={errors[`${at}.target`]}>
          <Select options={TARGETS} value={action.target} onChange={(target) => onChange({ target })} />
        </Field>
      </div>
      <Field
        label="Amount"
        required
        hint="A number, or an expression in braces such as {{ event.amount * 0.05 }}; computed exactly and rounded down."
        error={errors[`${at}.amount`]}
      >
        <Code value={action.amount} onChange={(amount) => onChange({ amount })} />
      </Field>
      <Field label="Shown as" hint="Stands in the ledger, such as Cashback for {{ event.order_id }}." error={errors[`${at}.description`]}>
        <Input value={action.description} onChange={(event) => onChange({ description: event.target.value })} />
      </Field>
      {action.type === 'CREDIT' && (inLots || action.expires || action.matures) && <Terms {...{ action, at, errors, onChange }} />}
      <Place {...{ action, at, errors, onChange }} />
    </>
  );
}

type PartProps = Omit<ActionFieldsProps, 'programId'>;

function Terms({ action, at, errors, onChange }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Expires"
        hint="After a time such as 90d, or at one such as 2027-01-01T00:00:00Z."
        error={termsError(errors, 'expires', `${at}.`)}
      >
        <Code value={action.expires} onChange={(expires) => onChange({ expires })} />
      </Field>
      <Field label="Matures" hint="Can be spent only after this; written in the same way." error={termsError(errors, 'matures', `${at}.`)}>
        <Code value={action.matures} onChange={(matures) => onChange({ matures })} />
      </Field>
    </div>
  );
}

function Place({ action, at, errors, onChange }: PartProps) {
  const crediting = action.type === 'CREDIT';
  const held = action.bucket === 'HELD';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={crediting ? 'Into' : 'Out of'} required error={errors[`${at}.bucket`]}>
        {crediting ? (
          <Select options={CREDIT_BUCKETS} value={action.bucket} onChange={(bucket) => onChange({ bucket })} />
        ) : (
          <Select
            options={BUCKETS}
            value={action.bucket === BY_TERMS ? 'AVAILABLE' : action.bucket}
            onChange={(bucket) => onChange({ bucket })}
          />
        )}
      </Field>
      <Field
        label="Reference"
        required={crediting && held}
        hint={
          crediting ? 'Of the hold that this makes or settles, such as order-{{ event.order_id }}.' : 'Such as order-{{ event.order_id }}.'
        }
        error={errors[`${at}.reference_id`]}
      >
        <Code value={action.reference_id} onChange={(reference_id) => onChange({ reference_id })} />
      </Field>
    </div>
  );
}

/** The control of a field; what the field adds to it is passed on. */
const Code = ({ value, onChange, ...field }: { value: string; onChange: (text: string) => void }) => (
  <Input className="font-mono text-xs" spellCheck={false} {...field} value={value} onChange={(event) => onChange(event.target.value)} />
);
