/** The fields of a leaderboard: what is measured, over which time, of whom, and the prizes. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { namesIn } from '@/domain/fields';
import { LEADERBOARD_PERIODS } from '@/domain/leaderboards/leaderboard';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useOfferedChallenges } from '@/components/challenges/use-challenges';
import { useTimeZoneOf } from '@/components/programs/program-names';
import { WindowFields } from '@/components/schedules/window-fields';
import { Button } from '@/components/ui/button';
import { Field, FieldFault } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import type { LeaderboardDraft, PrizeDraft } from './leaderboard-draft';
import { MEASURE_WORDS, PERIOD_WORDS } from './words';

export interface LeaderboardFields {
  readonly programId: string;
  readonly draft: LeaderboardDraft;
  readonly edit: (changes: Partial<LeaderboardDraft>) => void;
  /** The API's errors from the last save. */
  readonly errors: Readonly<Record<string, string>>;
}

/** A select has no empty value. */
const EVERYBODY = 'EVERYBODY';
const OFFERED = 200;

export function MeasureFields(fields: LeaderboardFields) {
  const { draft, edit, errors } = fields;
  const Measured = MEASURED[draft.measure];
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Ranked by" required error={errors['measure.type']}>
        <Select
          options={namesIn(MEASURE_WORDS).map((value) => ({ value, label: MEASURE_WORDS[value] }))}
          value={draft.measure}
          onChange={(measure) => edit({ measure })}
        />
      </Field>
      <Measured {...fields} />
      <Field label="Least score" hint="Everybody above 0 when empty." error={errors.min_score}>
        <Input inputMode="decimal" value={draft.min_score} onChange={({ target }) => edit({ min_score: target.value })} />
      </Field>
    </div>
  );
}

function AssetField({ programId, draft, edit, errors }: LeaderboardFields) {
  const { all } = useAssetIndex();
  const assets = all.filter(({ program_ids, status }) => program_ids.includes(programId) && status === 'ACTIVE');
  return (
    <Field label="Asset" required hint="Less what is taken back of it." error={errors['measure.asset_id']}>
      <Select
        options={assets.map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }))}
        value={draft.asset_id}
        onChange={(asset_id) => edit({ asset_id })}
      />
    </Field>
  );
}

const CounterField = ({ draft, edit, errors }: LeaderboardFields) => (
  <Field label="Counter" required hint="As rules name it." error={errors['measure.key']}>
    <Input value={draft.counter} onChange={({ target }) => edit({ counter: target.value })} />
  </Field>
);

function ChallengeField({ programId, draft, edit, errors }: LeaderboardFields) {
  const challenges = useOfferedChallenges(programId);
  return (
    <Field label="Challenge" required hint="All of it, as often as it can be repeated." error={errors['measure.challenge_id']}>
      <Select
        options={challenges.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.challenge_id}
        onChange={(challenge_id) => edit({ challenge_id })}
      />
    </Field>
  );
}

const MEASURED = { EARNED: AssetField, COUNTER: CounterField, CHALLENGE: ChallengeField } as const;

export const PeriodField = ({ draft, edit, errors }: LeaderboardFields) => (
  <Field label="How often" required hint="Everybody begins at nothing each time." error={errors.period}>
    <Select
      options={LEADERBOARD_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
      value={draft.period}
      onChange={(period) => edit({ period })}
    />
  </Field>
);

export function GroupField({ draft, edit, errors }: LeaderboardFields) {
  const groups = useQuery(
    useTRPC().groups.list.queryOptions({ limit: OFFERED, status: 'ACTIVE', sort_by: 'name', sort_dir: 'asc' }, { staleTime: 60_000 }),
  ).data?.data;
  return (
    <Field label="Who is ranked" error={errors.group_id}>
      <Select
        options={[
          { value: EVERYBODY, label: 'Everybody' },
          ...(groups ?? []).map(({ id, name }) => ({ value: id, label: `Members of ${name}` })),
        ]}
        value={draft.group_id || EVERYBODY}
        onChange={(id) => edit({ group_id: id === EVERYBODY ? '' : id })}
      />
    </Field>
  );
}

/** Of a leaderboard without a period. */
export function TimeFields({ draft, edit, errors, programId, isNew }: LeaderboardFields & { readonly isNew: boolean }) {
  const timeZone = useTimeZoneOf(programId);
  const bound = (field: 'starts_at' | 'ends_at', label: string) => ({
    label,
    value: draft[field],
    error: errors[field],
    onChange: (instant: string) => edit({ [field]: instant }),
  });
  if (timeZone === undefined) return null;
  return (
    <div className="flex flex-col gap-2">
      <WindowFields
        timeZone={timeZone}
        {...(isNew ? { from: bound('starts_at', 'Gains count from') } : {})}
        to={bound('ends_at', 'Gains count to')}
      />
      <p className="text-ink-soft text-xs">
        In the program’s time zone, {timeZone}.{' '}
        {isNew ? 'From now on when the first is empty; without an end when the second is.' : 'The start stays as it is.'}
      </p>
    </div>
  );
}

export function PrizeFields({ draft: { prizes }, edit, errors }: LeaderboardFields) {
  const change = (place: number, changes: Partial<PrizeDraft>) =>
    edit({ prizes: prizes.map((prize, at) => (at === place ? { ...prize, ...changes } : prize)) });
  const next = String(Number(prizes.at(-1)?.to ?? 0) + 1);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-ink-soft mb-1 text-xs font-medium">Prizes</legend>
      {prizes.map((prize, place) => (
        // Prizes have no name of their own; they are only appended and removed.
        <div key={place} className="grid grid-cols-[5rem_5rem_minmax(0,1fr)_2rem] items-start gap-3">
          <Field label="From rank" required error={errors[`prizes[${place}].from_rank`]}>
            <Input inputMode="numeric" value={prize.from} onChange={({ target }) => change(place, { from: target.value })} />
          </Field>
          <Field label="To rank" required error={errors[`prizes[${place}].to_rank`]}>
            <Input inputMode="numeric" value={prize.to} onChange={({ target }) => change(place, { to: target.value })} />
          </Field>
          <Field label="Prize" required error={errors[`prizes[${place}].name`]}>
            <Input value={prize.name} onChange={({ target }) => change(place, { name: target.value })} />
          </Field>
          <Button
            variant="quiet"
            size="icon"
            className="mt-5"
            aria-label={`Remove prize ${place + 1}`}
            onClick={() => edit({ prizes: prizes.filter((_, at) => at !== place) })}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => edit({ prizes: [...prizes, { from: next, to: next, name: '' }] })}>
          <Plus aria-hidden /> Add a prize
        </Button>
      </div>
      <p className="text-ink-faint text-xs">
        Who shares a rank wins its prize, too. What a prize gives is said by a rule, which is added once this is there.
      </p>
      {errors.prizes && <FieldFault>{errors.prizes}</FieldFault>}
    </fieldset>
  );
}
