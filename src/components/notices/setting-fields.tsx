/** The fields of a setting of notices: what it tells, to whom, and at what hours not. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { NOTICE_KINDS } from '@/domain/notices/kinds';
import { useAssetIndex } from '@/components/assets/asset-index';
import { PARTICIPANT_ROOTS } from '@/components/automations/automation-fields';
import { useOfferedChallenges } from '@/components/challenges/use-challenges';
import { ConditionField } from '@/components/rules/blocks/condition-field';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { KIND_WORDS } from './kind-words';
import { NUMBERS, type SettingDraft } from './setting-draft';

interface SettingFields {
  readonly programId: string;
  readonly draft: SettingDraft;
  readonly edit: (changes: Partial<SettingDraft>) => void;
  /** The API's errors. */
  readonly errors: Readonly<Record<string, string>>;
}

/** A select has no empty value. */
const EVERY = 'every';
/** As many tiers or challenges as a page has. */
const MOST = 200;

export function TermsFields({ programId, draft, edit, errors, fixed }: SettingFields & { readonly fixed: boolean }) {
  const number = NUMBERS[draft.kind];
  return (
    <div className="flex flex-col gap-3">
      <Field label="What is told" required hint={KIND_WORDS[draft.kind].example} error={errors['terms.kind']}>
        <Select
          disabled={fixed}
          options={NOTICE_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }))}
          value={draft.kind}
          onChange={(kind) => edit({ kind, number: NUMBERS[kind].usual, tier: '', challenge: '', asset_id: '', min_amount: '' })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={number.label} required error={errors[`terms.${number.field}`]}>
          <Input inputMode="numeric" value={draft.number} onChange={(event) => edit({ number: event.target.value })} />
        </Field>
        {draft.kind === 'VALUE_EXPIRES' && <ValueFields programId={programId} draft={draft} edit={edit} errors={errors} />}
        {(draft.kind === 'TIER_AT_RISK' || draft.kind === 'TIER_NEARLY_REACHED') && (
          <TierField programId={programId} draft={draft} edit={edit} errors={errors} />
        )}
        {draft.kind === 'CHALLENGE_ENDS' && <ChallengeField programId={programId} draft={draft} edit={edit} errors={errors} />}
      </div>
    </div>
  );
}

function ValueFields({ programId, draft, edit, errors }: SettingFields) {
  const { all } = useAssetIndex();
  const assets = all.filter(({ program_ids, status }) => program_ids.includes(programId) && status === 'ACTIVE');
  return (
    <>
      <Field label="Asset" required error={errors['terms.asset_id']}>
        <Select
          options={[{ value: EVERY, label: 'Every asset' }, ...assets.map(({ id, symbol }) => ({ value: id, label: symbol }))]}
          value={draft.asset_id || EVERY}
          onChange={(asset) => edit({ asset_id: asset === EVERY ? '' : asset })}
        />
      </Field>
      <Field label="At least" error={errors['terms.min_amount']}>
        <Input inputMode="decimal" value={draft.min_amount} onChange={(event) => edit({ min_amount: event.target.value })} />
      </Field>
    </>
  );
}

function TierField({ programId, draft, edit, errors }: SettingFields) {
  const { data } = useQuery(useTRPC().programs.tiers.list.queryOptions({ id: programId, limit: MOST }));
  return (
    <Field label="Tier" required error={errors['terms.tier']}>
      <Select
        options={[{ value: EVERY, label: 'Every tier' }, ...(data?.data ?? []).map(({ key, name }) => ({ value: key, label: name }))]}
        value={draft.tier || EVERY}
        onChange={(tier) => edit({ tier: tier === EVERY ? '' : tier })}
      />
    </Field>
  );
}

function ChallengeField({ programId, draft, edit, errors }: SettingFields) {
  const challenges = useOfferedChallenges(programId);
  return (
    <Field label="Challenge" required error={errors['terms.challenge']}>
      <Select
        options={[{ value: EVERY, label: 'Every challenge' }, ...challenges.map(({ key, name }) => ({ value: key, label: name }))]}
        value={draft.challenge || EVERY}
        onChange={(challenge) => edit({ challenge: challenge === EVERY ? '' : challenge })}
      />
    </Field>
  );
}

export function AudienceAndHours({ draft, edit, errors }: Omit<SettingFields, 'programId'>) {
  return (
    <>
      <section aria-label="Who is told" className="flex flex-col gap-2">
        <h3 className="text-ink-soft text-xs font-medium">Who is told</h3>
        <ConditionField
          label="Only to participants for whom"
          hint="A CEL expression over participant, groups, program and now."
          example={'"vip" in participant.tags'}
          at="audience"
          error={errors.audience}
          roots={PARTICIPANT_ROOTS}
          value={draft.audience}
          onChange={(audience) => edit({ audience })}
        />
      </section>
      <div className="flex flex-col gap-3">
        <Switch
          label="Quiet hours"
          hint="What is due within them waits until they end, on the participant’s own clock: the attribute “timezone”, else the zone of the program."
          checked={draft.quiet}
          onChange={(quiet) => edit({ quiet })}
        />
        {draft.quiet && (
          <div className="grid max-w-sm grid-cols-2 gap-4">
            <Field label="From" required error={errors['quiet_hours.from'] ?? errors.quiet_hours}>
              <Input type="time" value={draft.from} onChange={(event) => edit({ from: event.target.value })} />
            </Field>
            <Field label="To" required error={errors['quiet_hours.to']}>
              <Input type="time" value={draft.to} onChange={(event) => edit({ to: event.target.value })} />
            </Field>
          </div>
        )}
      </div>
    </>
  );
}
