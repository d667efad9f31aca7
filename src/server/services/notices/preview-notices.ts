/** Previews the notices of a setting: those of today, and of the next 30 days as things stand. Nothing is stored. */
import type { PreviewNotices } from '@/contract/notice-preview';
import { dateAt, startOfDate } from '@/domain/calendar/days';
import { noticeEventData } from '@/domain/notices/announce';
import type { NoticeKind } from '@/domain/notices/kinds';
import { noticeSentence } from '@/domain/notices/notice-sentence';
import { afterQuietHours } from '@/domain/notices/quiet-hours';
import { assertAudienceSound, tellsWhatStands } from '@/domain/notices/setting';
import { settingSentence } from '@/domain/notices/setting-sentence';
import { listCauses, type FoundCause } from '@/server/db/repositories/notices/causes';
import { autocommit } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getProgram } from '@/server/services/programs/programs';
import { chooseAudience } from './choose-audience';
import { composeNotices } from './compose-notices';
import { endingChallenges } from './ending-challenges';
import { knownTerms } from './settings';

const MORE_DAYS = 29;
const LOOKED_AT = 2_000;
const SHOWN = 20;
const DAY_MS = 86_400_000;

/** What is to come of these kinds is known from what stands; of the others, it depends on what is yet to happen. */
const FORESEEN: ReadonlySet<NoticeKind> = new Set(['VALUE_EXPIRES', 'TIER_AT_RISK', 'REWARD_UNUSED']);

interface PreviewedNotice {
  readonly participantId: string;
  readonly externalId: string;
  readonly dueAt: Date;
  readonly sentence: string;
  readonly eventData: Readonly<Record<string, unknown>>;
}

export interface NoticePreviewed {
  readonly sentence: string;
  readonly today: number;
  readonly next30Days: number | null;
  readonly complete: boolean;
  readonly examples: readonly PreviewedNotice[];
}

/** @throws DomainError not_found (program, tier), validation_error, asset_not_found, asset_not_linked, invalid_amount. */
export async function previewNotices(ctx: Ctx, { program_id: programId, terms, ...rest }: PreviewNotices): Promise<NoticePreviewed> {
  const setting = { terms, audience: rest.audience ?? null, quiet_hours: rest.quiet_hours ?? null };
  const [now, { timezone }] = [ctx.clock.now(), await getProgram(ctx, programId, 'program_id')];
  assertAudienceSound(setting.audience);
  const asset = await knownTerms(ctx, autocommit, programId, terms);
  const by = { organizationId: ctx.organization.id, programId, settingId: null, timezone, terms, now };
  const checkedUntil = tellsWhatStands(terms.kind) ? null : new Date(now.getTime() - DAY_MS);
  const foreseen = FORESEEN.has(terms.kind);
  const found = await listCauses(
    autocommit,
    { ...by, checkedUntil, endings: await endingChallenges(autocommit, by, terms) },
    LOOKED_AT,
    foreseen ? MORE_DAYS : 0,
  );
  const audience = await chooseAudience(
    autocommit,
    { ...by, audience: setting.audience },
    found.map(({ participant_id }) => participant_id),
  );
  const today = dateAt(now, timezone);
  const examples: PreviewedNotice[] = [];
  let [ofToday, ofAll] = [0, 0];
  for (const [day, causes] of Map.groupBy(found, (cause: FoundCause) => cause.day)) {
    const at = day === today ? now : startOfDate(day, timezone);
    const concerned = causes.filter(({ participant_id }) => audience.has(participant_id));
    const composed = await composeNotices(autocommit, { ...by, now: at }, terms, concerned);
    ofAll += composed.length;
    if (day === today) ofToday += composed.length;
    for (const { of, data } of composed.slice(0, SHOWN - examples.length)) {
      const addressee = audience.get(of.participant_id);
      if (!addressee) continue;
      examples.push({
        participantId: addressee.id,
        externalId: addressee.externalId,
        dueAt: afterQuietHours(at, setting.quiet_hours, addressee.timeZone),
        sentence: noticeSentence(data),
        eventData: noticeEventData(data, 'preview'),
      });
    }
  }
  const complete = found.length < LOOKED_AT;
  return { sentence: settingSentence(setting, asset), today: ofToday, next30Days: foreseen ? ofAll : null, complete, examples };
}
