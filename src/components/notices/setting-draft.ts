/** Turns a setting of notices into the fields of its form, and back into what the API takes. */
import type { NoticeSetting } from '@/contract/notice-setting';
import type { NoticeKind, NoticeTerms } from '@/domain/notices/kinds';

/** Every field is text, so that what is being typed is kept as it is. */
export interface SettingDraft {
  readonly name: string;
  readonly key: string;
  readonly kind: NoticeKind;
  /** The number of the terms: days, minutes or percent. */
  readonly number: string;
  /** Empty for every asset. */
  readonly asset_id: string;
  readonly min_amount: string;
  /** Empty for every tier. */
  readonly tier: string;
  /** Empty for every challenge. */
  readonly challenge: string;
  readonly audience: string;
  readonly quiet: boolean;
  readonly from: string;
  readonly to: string;
}

/** What each kind begins with, and the unit of its number. */
export const NUMBERS: Readonly<Record<NoticeKind, { readonly field: string; readonly label: string; readonly usual: string }>> = {
  VALUE_EXPIRES: { field: 'days_before', label: 'Days before it expires', usual: '7' },
  TIER_AT_RISK: { field: 'days_before', label: 'Days before it ends', usual: '30' },
  TIER_NEARLY_REACHED: { field: 'percent', label: 'Percent of the way', usual: '80' },
  CHALLENGE_ENDS: { field: 'days_before', label: 'Days before its last day', usual: '3' },
  RESERVATION_EXPIRES: { field: 'minutes_before', label: 'Minutes before it ends', usual: '15' },
  REWARD_UNUSED: { field: 'days_after', label: 'Days not used', usual: '7' },
  INACTIVE: { field: 'days', label: 'Days without an event', usual: '30' },
};

export function settingDraft(setting: NoticeSetting | undefined): SettingDraft {
  const quiet_hours = setting ? setting.quiet_hours : { from: '21:00', to: '08:00' };
  return {
    name: setting?.name ?? '',
    key: setting?.key ?? '',
    audience: setting?.audience ?? '',
    quiet: quiet_hours !== null,
    from: quiet_hours?.from ?? '21:00',
    to: quiet_hours?.to ?? '08:00',
    asset_id: '',
    min_amount: '',
    tier: '',
    challenge: '',
    kind: 'VALUE_EXPIRES',
    number: NUMBERS.VALUE_EXPIRES.usual,
    ...(setting && termsDraft(setting.terms)),
  };
}

function termsDraft(terms: NoticeTerms): Partial<SettingDraft> {
  const { kind } = terms;
  switch (kind) {
    case 'VALUE_EXPIRES':
      return { kind, number: String(terms.days_before), asset_id: terms.asset_id ?? '', min_amount: terms.min_amount ?? '' };
    case 'TIER_AT_RISK':
      return { kind, number: String(terms.days_before), tier: terms.tier ?? '' };
    case 'TIER_NEARLY_REACHED':
      return { kind, number: String(terms.percent), tier: terms.tier ?? '' };
    case 'CHALLENGE_ENDS':
      return { kind, number: String(terms.days_before), challenge: terms.challenge ?? '' };
    case 'RESERVATION_EXPIRES':
      return { kind, number: String(terms.minutes_before) };
    case 'REWARD_UNUSED':
      return { kind, number: String(terms.days_after) };
    case 'INACTIVE':
      return { kind, number: String(terms.days) };
  }
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function termsOf({ kind, number, asset_id, min_amount, tier, challenge }: SettingDraft): NoticeTerms {
  // What is no number is refused by the API, which says so beside the field.
  const count = /^\d+$/.test(number.trim()) ? Number(number) : 0;
  switch (kind) {
    case 'VALUE_EXPIRES':
      return { kind, days_before: count, asset_id: orNull(asset_id), min_amount: orNull(min_amount) };
    case 'TIER_AT_RISK':
      return { kind, days_before: count, tier: orNull(tier) };
    case 'TIER_NEARLY_REACHED':
      return { kind, percent: count, tier: orNull(tier) };
    case 'CHALLENGE_ENDS':
      return { kind, days_before: count, challenge: orNull(challenge) };
    case 'RESERVATION_EXPIRES':
      return { kind, minutes_before: count };
    case 'REWARD_UNUSED':
      return { kind, days_after: count };
    case 'INACTIVE':
      return { kind, days: count };
  }
}

/** What a setting says, but for its name and key. */
export const contentOf = (draft: SettingDraft) => ({
  terms: termsOf(draft),
  audience: orNull(draft.audience),
  quiet_hours: draft.quiet ? { from: draft.from, to: draft.to } : null,
});

/** A key made of the name, until another is written: `Your points expire!` as `your-points-expire`. */
export const keyOf = ({ name, key }: SettingDraft): string =>
  key.trim() === ''
    ? name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 63)
    : key.trim();
