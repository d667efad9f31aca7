/** Decides what is to be announced of a campaign: each start and each end once, whoever causes it and whenever that is found out. */
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import { campaignStatus } from './machine';
import type { CampaignTerms } from './terms';

type Timing = Pick<CampaignTerms, 'starts_at' | 'ends_at' | 'status'>;

/** What was announced of a campaign. */
export interface Announced {
  /** Whether its start was, and no end since. */
  readonly isRunning: boolean;
  /** When time alone starts or ends it; null: it does not. */
  readonly dueAt: Date | null;
}

export const NEVER_ANNOUNCED: Announced = { isRunning: false, dueAt: null };

type AnnouncedType = 'campaign.started' | 'campaign.ended';

interface Announcement extends Announced {
  readonly types: readonly AnnouncedType[];
}

/**
 * A pause is neither an end nor, when it is over, a start. A window that was over before its start could be announced has both, as events that happened
 * within it still count.
 * @param terms null once it is no campaign any more.
 */
export function announcementOf(terms: Timing | null, before: Announced, now: Date): Announcement {
  const status = terms === null ? 'ENDED' : campaignStatus(terms, now);
  const runs = status === 'RUNNING' || (status === 'PAUSED' && before.isRunning);
  const passed = !before.isRunning && terms !== null && status === 'ENDED' && before.dueAt !== null && before.dueAt <= now;
  const at = runs ? terms?.ends_at : status === 'SCHEDULED' ? terms?.starts_at : null;
  return {
    types: passed ? ['campaign.started', 'campaign.ended'] : turned(before.isRunning, runs),
    isRunning: runs,
    dueAt: at == null ? null : new Date(at),
  };
}

function turned(ran: boolean, runs: boolean): AnnouncedType[] {
  if (ran === runs) return [];
  return runs ? ['campaign.started'] : ['campaign.ended'];
}

interface NamedCampaign {
  readonly id: string;
  readonly organizationId: string;
  readonly programId: string;
  readonly key: string;
  readonly name: string;
}

export const campaignWebhook = (type: AnnouncedType, { id, organizationId, programId, key, name }: NamedCampaign): WebhookDraft =>
  webhook(type, { campaign_id: id, organization_id: organizationId, program_id: programId, key, name });
