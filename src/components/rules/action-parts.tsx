/** The groups of fields that action forms are composed of, each with the API's errors. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { termsError } from '@/components/balances/lot-terms';
import { cn } from '@/components/ui/cn';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { ACTION_KINDS, BY_TERMS, bucketsOf, needsReference, type ActionPart } from './action-draft';
import { HALF, PlainText, TemplateText, WHOLE, type PartProps } from './action-text';
import { AmountPart } from './amounts/amount-part';
import { useRuleFindings } from './cel/rule-findings';
import { SharePart } from './share-part';
import { TermField } from './term-field';

function AssetPart({ action, at, errors, programId, onChange }: PartProps) {
  const { all } = useAssetIndex();
  const assets = all
    .filter((asset) => asset.program_ids.includes(programId) || asset.id === action.asset_id)
    .map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }));
  const alone = !ACTION_KINDS[action.type].parts.includes('amount');
  return (
    <div className={alone ? WHOLE : 'sm:col-span-2'}>
      <Field label="Asset" required error={errors[`${at}.asset_id`]}>
        <Select options={assets} value={action.asset_id} onChange={(asset_id) => onChange({ asset_id })} />
      </Field>
    </div>
  );
}

const BUCKETS = { AVAILABLE: 'Available', HELD: 'Held', DEFERRED: 'Deferred' } as const;

function BucketPart({ action, at, errors, onChange }: PartProps) {
  const { buckets: named, byTerms } = bucketsOf(action.type);
  const buckets = named.map((value) => ({ value, label: BUCKETS[value] }));
  return (
    <div className={HALF}>
      <Field label={byTerms ? 'Into' : 'Out of'} required error={errors[`${at}.bucket`]}>
        {byTerms ? (
          <Select
            options={[{ value: BY_TERMS, label: 'Available, once mature' }, ...buckets]}
            value={action.bucket}
            onChange={(bucket) => onChange({ bucket })}
          />
        ) : (
          <Select
            options={buckets}
            value={action.bucket === BY_TERMS ? 'AVAILABLE' : action.bucket}
            onChange={(bucket) => onChange({ bucket })}
          />
        )}
      </Field>
    </div>
  );
}

const SHORTFALLS = [
  { value: 'REJECT', label: 'Fail the event' },
  { value: 'PARTIAL', label: 'Take what there is' },
  { value: 'ALLOW_NEGATIVE', label: 'Go below zero' },
] as const;

const ShortfallPart = ({ action, at, errors, onChange }: PartProps) => (
  <div className={HALF}>
    <Field label="If the balance is too low" required error={errors[`${at}.shortfall_policy`]}>
      <Select options={SHORTFALLS} value={action.shortfall_policy} onChange={(shortfall_policy) => onChange({ shortfall_policy })} />
    </Field>
  </div>
);

const OF_THE_EVENT = ['event'] as const;

function ReferencePart(props: PartProps) {
  const { type, bucket } = props.action;
  const settles = bucketsOf(type).byTerms;
  const required = needsReference(type) || (settles && bucket === 'HELD');
  return (
    <TemplateText
      {...props}
      field="reference_id"
      label="Reference"
      required={required}
      roots={type === 'TAKE_BACK' ? OF_THE_EVENT : undefined}
      wide={!ACTION_KINDS[type].parts.includes('bucket')}
      example="order-{{ event.order_id }}"
      hint={
        settles
          ? 'The reference of the hold that this creates or settles.'
          : type === 'TAKE_BACK'
            ? 'The reference of the credits to take back. It can read the event alone.'
            : undefined
      }
    />
  );
}

function TermsPart({ action, at, errors, onChange }: PartProps) {
  const inLots = useAssetIndex().all.find(({ id }) => id === action.asset_id)?.inventory_mode === 'LOT';
  if (!inLots && !action.expires && !action.matures) return null;
  return (
    <>
      <div className={HALF}>
        <TermField
          label="Expires"
          none="Never"
          value={action.expires}
          error={termsError(errors, 'expires', `${at}.`)}
          onChange={(expires) => onChange({ expires })}
        />
      </div>
      <div className={HALF}>
        <TermField
          label="Matures"
          none="At once"
          hint="It can be spent only after this."
          value={action.matures}
          error={termsError(errors, 'matures', `${at}.`)}
          onChange={(matures) => onChange({ matures })}
        />
      </div>
    </>
  );
}

interface DurationPartProps extends PartProps {
  field: 'reset_after' | 'delay';
  label: string;
  none: string;
  hint?: string;
}

const DurationPart = ({ field, label, none, hint, action, at, errors, onChange }: DurationPartProps) => (
  <div className={HALF}>
    <TermField
      label={label}
      none={none}
      hint={hint}
      takesTime={false}
      value={action[field]}
      error={errors[`${at}.${field}`]}
      onChange={(text) => onChange({ [field]: text })}
    />
  </div>
);

const OPERATIONS = [
  { value: 'INCREMENT', label: 'Add to it' },
  { value: 'SET', label: 'Set it' },
] as const;

/** A counter that counts within a window is never reset. */
const CountedPart = ({ action, at, errors, onChange }: PartProps) => (
  <div className={HALF}>
    <TermField
      label="Counts"
      none="Everything"
      way="Last"
      hint={action.window === '' ? undefined : 'What was added within this time, whenever you look.'}
      takesTime={false}
      value={action.window}
      error={errors[`${at}.window`]}
      onChange={(window) => onChange(window === '' ? { window } : { window, reset_after: '' })}
    />
  </div>
);

const CounterPart = (props: PartProps) => (
  <>
    <PlainText
      {...props}
      field="key"
      label="Counter"
      required
      example="purchases_this_year"
      suggestions={useRuleFindings().vocabulary.counters.map(({ name }) => name)}
    />
    <div className={HALF}>
      <Field label="How" required error={props.errors[`${props.at}.operation`]}>
        <Select options={OPERATIONS} value={props.action.operation} onChange={(operation) => props.onChange({ operation })} />
      </Field>
    </div>
    <TemplateText {...props} field="value" label="Value" required wide={false} example="{{ event.amount }}" />
    <CountedPart {...props} />
    {props.action.window === '' && (
      <DurationPart {...props} field="reset_after" label="Resets" none="Never" hint="Counted from the first change since it was 0." />
    )}
  </>
);

const AttributePart = (props: PartProps) => (
  <>
    <PlainText {...props} field="key" label="Attribute" required example="city" />
    <TemplateText
      {...props}
      field="value"
      label="Value"
      required
      wide={false}
      example="{{ event.city }}"
      hint="A text, a template or JSON."
    />
  </>
);

function TierPart(props: PartProps) {
  const { programId, action } = props;
  const query = useTRPC().programs.tiers.list.queryOptions({ id: programId }, { enabled: programId !== '' });
  const tiers = useQuery(query).data?.data ?? [];
  const levels = tiers.find(({ key }) => key === action.tier)?.levels ?? [];
  return (
    <>
      <PlainText {...props} field="tier" label="Tier" required suggestions={tiers.map(({ key }) => key)} />
      <PlainText {...props} field="level" label="Level" hint="Leave empty to remove the tier." suggestions={levels.map(({ key }) => key)} />
    </>
  );
}

const EventPart = (props: PartProps) => (
  <>
    <PlainText {...props} field="event_name" label="Event" required example="anniversary" hint="Its type, as rules read it." />
    <div className={WHOLE}>
      <Field label="Data" required hint="JSON. Every string in it is a template." error={payloadError(props)}>
        <Textarea
          className="font-mono text-xs"
          spellCheck={false}
          value={props.action.payload}
          onChange={(event) => props.onChange({ payload: event.target.value })}
        />
      </Field>
    </div>
  </>
);

/** A fault within the data shows at the data. */
const payloadError = ({ at, errors }: PartProps): string | undefined =>
  Object.entries(errors).find(([field]) => field.startsWith(`${at}.payload`))?.[1];

/** The component of each part. */
export const ACTION_PARTS: Readonly<Record<ActionPart, (props: PartProps) => ReactElement | null>> = {
  asset: AssetPart,
  amount: AmountPart,
  bucket: BucketPart,
  share: SharePart,
  shortfall: ShortfallPart,
  reference: ReferencePart,
  terms: TermsPart,
  preserve: ({ action, onChange }) => (
    <div className={cn(WHOLE, 'pt-1')}>
      <Switch label="Keep when it expires" checked={action.preserve_expiry} onChange={(preserve_expiry) => onChange({ preserve_expiry })} />
    </div>
  ),
  tag: (props) => <PlainText {...props} field="tag" label="Tag" required example="vip" />,
  counter: CounterPart,
  attribute: AttributePart,
  tier: TierPart,
  event: EventPart,
  delay: (props) => <DurationPart {...props} field="delay" label="Happens" none="At once" />,
  description: (props) => (
    <TemplateText {...props} field="description" label="Shown as" hint="Shown in the ledger." example="Cashback for {{ event.order_id }}" />
  ),
};
