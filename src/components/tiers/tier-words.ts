/** Puts a tier's criteria and lifecycle into words. */
import type { TierResource } from '@/contract/tier';
import { groupDigits } from '@/components/ui/money';
import { durationText } from '@/domain/duration';

export const OPERATOR_WORDS = { GTE: 'at least', GT: 'more than', LTE: 'at most', LT: 'less than', EQ: 'exactly' } as const;

/** "points at least 500 and orders more than 3". */
export function qualificationText({ qualification }: Pick<TierResource['levels'][number], 'qualification'>): string {
  if (!qualification) return 'Only manually and by rules';
  const parts = qualification.criteria.map(
    ({ counter, operator, threshold }) => `${counter} ${OPERATOR_WORDS[operator]} ${groupDigits(threshold)}`,
  );
  return parts.join(qualification.mode === 'ALL' ? ' and ' : ' or ');
}

const PERIODS = { CALENDAR_YEAR: 'Calendar years', FIXED_YEAR: 'Years from', NONE: 'Each participant or group has its own' } as const;
const DOWNGRADES = {
  DROP_TO_QUALIFYING: 'Drops to what the counters qualify for',
  DROP_ONE: 'Drops by one level',
  HOLD: 'Is kept',
} as const;

export interface Word {
  readonly name: string;
  readonly value: string;
}

/** The facts of the lifecycle; a single one if there is none. */
export function lifecycleWords({ lifecycle }: Pick<TierResource, 'lifecycle'>): Word[] {
  if (!lifecycle) return [{ name: 'A level lasts', value: 'Until someone changes it' }];
  const { retention, qualification_period: period, status_validity, downgrade_policy: policy, counters } = lifecycle;
  const start = period.type === 'FIXED_YEAR' ? ` ${period.start_day ?? 1}/${period.start_month ?? 1} (day/month)` : '';
  const grace = policy.grace_days ? `, after ${policy.grace_days} days of grace` : '';
  const floor = policy.min_level ? `, never below ${policy.min_level}` : '';
  return [
    {
      name: 'A level lasts',
      value: retention
        ? `${durationText(retention.duration)}${retention.mode === 'ACTIVITY_REFRESH' ? ' after the last activity' : ''}`
        : 'As long as the period',
    },
    { name: 'Qualification period', value: `${PERIODS[period.type]}${start}` },
    ...(status_validity.extend_months > 0 ? [{ name: 'Outlasts its end by', value: `${status_validity.extend_months} months` }] : []),
    { name: 'Not earned again', value: `${DOWNGRADES[policy.mode]}${grace}${floor}` },
    ...(counters.qualifying.length > 0
      ? [
          {
            name: 'Reset each period',
            value: `${counters.qualifying.join(', ')}${counters.rollover === 'EXCESS' ? ', with what was left over' : ''}`,
          },
        ]
      : []),
  ];
}
