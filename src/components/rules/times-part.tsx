/** Chooses how often a rule gives to each recipient, by the budgets that have this effect; they follow when the amounts change. */
'use client';
import { useEffect, useRef, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { LIMIT_PERIODS, type LimitPeriod } from '@/domain/rules/limit-periods';
import {
  fixedCreditsOf,
  isSameLimit,
  limitOfTimes,
  MOST_TIMES,
  timesLimitOf,
  type FixedCredit,
  type TimesLimit,
} from '@/domain/rules/times-limit';
import { namesIn } from '@/domain/fields';
import type { ActionDraft } from './action-draft';
import { budgetOf, LIFETIME, newBudget, type BudgetDraft } from './budget-draft';

interface TimesPartProps {
  actions: readonly ActionDraft[];
  budgets: readonly BudgetDraft[];
  onChange: (budgets: readonly BudgetDraft[]) => void;
}

const EVERY_TIME = 'every time';
const SEVERAL = 'several';
const AS_LIMITED = 'as limited';

/** Once in a period, by the value that the choice has. */
const ONCE: Readonly<Record<string, TimesLimit>> = {
  day: { times: 1, period: '0 0 * * *' },
  week: { times: 1, period: '0 0 * * 1' },
  month: { times: 1, period: '0 0 1 * *' },
  ever: { times: 1, period: null },
};
const CHOICES = [
  { value: EVERY_TIME, label: 'Every time' },
  { value: 'day', label: 'Once a day' },
  { value: 'week', label: 'Once a week' },
  { value: 'month', label: 'Once a month' },
  { value: 'ever', label: 'Once ever' },
  { value: SEVERAL, label: 'At most so many times' },
];
const PERIODS = [
  ...namesIn(LIMIT_PERIODS).map((value) => ({ value, label: LIMIT_PERIODS[value] })),
  { value: LIFETIME, label: 'in all' },
] as const;

/** The budgets with those of the credits written for a limit; null: with none for each recipient. */
function withTimes(budgets: readonly BudgetDraft[], credits: readonly FixedCredit[], limit: TimesLimit | null): readonly BudgetDraft[] {
  const isOwn = ({ asset_id, scope }: BudgetDraft): boolean =>
    scope === 'PARTICIPANT' && credits.some(({ assetId }) => assetId === asset_id);
  const others = budgets.filter((budget) => !isOwn(budget));
  if (limit === null) return others;
  const own = credits.map((credit): BudgetDraft => ({
    ...newBudget(credit.assetId, 'PARTICIPANT'),
    limit: limitOfTimes(credit, limit),
    ...(limit.period === null ? {} : { schedule: 'CRON', cron_expression: limit.period }),
  }));
  return [...own, ...others];
}

/** Writes the limit anew when the amounts change and the budgets did not. */
function useFollowing(
  { actions, budgets, onChange }: TimesPartProps,
  credits: readonly FixedCredit[] | null,
  told: TimesLimit | null,
): void {
  const before = useRef({ actions, budgets, limit: told });
  useEffect(() => {
    const { limit } = before.current;
    const isByHand = before.current.budgets !== budgets;
    if (!isByHand && before.current.actions !== actions && limit !== null) {
      const followed = credits === null || (told !== null && isSameLimit(told, limit)) ? budgets : withTimes(budgets, credits, limit);
      before.current = { actions, budgets: followed, limit };
      if (followed !== budgets) onChange(followed);
      return;
    }
    before.current = { actions, budgets, limit: isByHand || limit === null ? told : limit };
  }, [actions, budgets, credits, told, onChange]);
}

export function TimesPart(props: TimesPartProps) {
  const { actions, budgets, onChange } = props;
  const credits = fixedCreditsOf(actions);
  const found = credits === null ? undefined : timesLimitOf(credits, budgets.map(budgetOf));
  const limit = found ?? null;
  useFollowing(props, credits, limit);
  // While a number is typed, it stays one, also while it reads as once in a period.
  const [isTyped, setTyped] = useState(false);
  const once = limit === null || isTyped ? undefined : Object.keys(ONCE).find((name) => isSameLimit(ONCE[name] ?? limit, limit));
  const chosen = found === undefined ? EVERY_TIME : limit === null ? AS_LIMITED : (once ?? SEVERAL);
  const write = (next: TimesLimit | null) => onChange(withTimes(budgets, credits ?? [], next));
  const choose = (value: string) => {
    if (value === AS_LIMITED) return;
    setTyped(value === SEVERAL);
    write(value === EVERY_TIME ? null : (ONCE[value] ?? { times: 2, period: limit === null ? '0 0 * * *' : limit.period }));
  };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="How often for each recipient" required hint={hintOf(credits !== null, limit !== null)}>
        <Select
          options={chosen === AS_LIMITED ? [...CHOICES, { value: AS_LIMITED, label: 'As limited under “At most”' }] : CHOICES}
          value={chosen}
          onChange={choose}
          disabled={credits === null}
        />
      </Field>
      {limit !== null && chosen === SEVERAL && <Several limit={limit} onChange={write} />}
    </div>
  );
}

function hintOf(isFixed: boolean, isLimited: boolean): string | undefined {
  if (!isFixed) return 'Can be chosen when the rule gives fixed amounts. Limit other amounts under “At most”.';
  return isLimited ? 'Kept as a budget under “At most”. Days, weeks and months begin in UTC.' : undefined;
}

function Several({ limit, onChange }: { limit: TimesLimit; onChange: (limit: TimesLimit) => void }) {
  const type = (text: string) => {
    if (/^\d{1,7}$/.test(text) && Number(text) > 0 && Number(text) <= MOST_TIMES) onChange({ ...limit, times: Number(text) });
  };
  return (
    <>
      <Field label="Times" required>
        <Input inputMode="numeric" className="w-24" defaultValue={limit.times} onChange={({ target }) => type(target.value)} />
      </Field>
      <Field label="In" required>
        <Select<LimitPeriod | typeof LIFETIME>
          options={PERIODS}
          value={limit.period ?? LIFETIME}
          onChange={(period) => onChange({ ...limit, period: period === LIFETIME ? null : period })}
        />
      </Field>
    </>
  );
}
