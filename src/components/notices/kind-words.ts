/** Names each kind of notice, and says by an example what it tells. */
import type { NoticeKind } from '@/domain/notices/kinds';

interface KindWords {
  readonly label: string;
  readonly example: string;
}

export const KIND_WORDS: Readonly<Record<NoticeKind, KindWords>> = {
  VALUE_EXPIRES: { label: 'Value expires', example: 'Such as: 120.00 PTS will expire, the first on 2026-03-04.' },
  TIER_AT_RISK: { label: 'Level at risk', example: 'Such as: The level “Gold” ends on 2026-12-31. It takes 60 more points to keep it.' },
  TIER_NEARLY_REACHED: { label: 'Level nearly reached', example: 'Such as: 85 % of the way to the level “Gold” is made.' },
  CHALLENGE_ENDS: { label: 'Challenge ends', example: 'Such as: The challenge “Coffee card” ends after 2026-03-31, with 3 of 5.' },
  RESERVATION_EXPIRES: { label: 'Reservation ends', example: 'Such as: A reservation of 20.00 PTS ends in 10 minutes.' },
  REWARD_UNUSED: {
    label: 'Reward not used',
    example:
      'A gift card that was delivered and not opened, or a reward that is reserved and not handed over. What is redeemed at once counts as used.',
  },
  INACTIVE: { label: 'Nothing happens', example: 'Such as: Nothing has happened for 30 days.' },
};

export const kindLabel = (kind: NoticeKind): string => KIND_WORDS[kind].label;
