/** Lists what referral programs and referrals can be, for whoever needs none of their terms. */

export const REFERRAL_PROGRAM_STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
export type ReferralProgramStatus = (typeof REFERRAL_PROGRAM_STATUSES)[number];

export const REFERRAL_STATUSES = ['PENDING', 'QUALIFIED', 'EXPIRED', 'CANCELLED'] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];
