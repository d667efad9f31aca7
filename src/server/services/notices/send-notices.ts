/**
 * Sends notices: looks for new causes at the start of each day of a program, or when a reservation is about to end, and sends what is due, a
 * batch per transaction. Only one worker at a time holds a setting; causes leave the queue in the transaction that makes their notices, with
 * their events and webhooks, so that a crash neither loses a cause nor tells of it twice.
 */
import { dateAt } from '@/domain/calendar/days';
import { noticeEvent, noticeWebhook, type SentNotice } from '@/domain/notices/announce';
import { afterQuietHours } from '@/domain/notices/quiet-hours';
import { checkAfter } from '@/domain/notices/setting';
import { insertSystemEvents } from '@/server/db/repositories/events/system-events';
import { queueCauses } from '@/server/db/repositories/notices/causes';
import { dueNoticeSettings, type DueNoticeSetting } from '@/server/db/repositories/notices/due-notices';
import { queueAgain, takeDueCauses, type WaitingNotice } from '@/server/db/repositories/notices/notice-queue';
import { claimNoticeSetting, recordCheck, type ClaimedNoticeSetting } from '@/server/db/repositories/notices/notice-settings';
import { insertNotices, toldCauses, type NoticeRow } from '@/server/db/repositories/notices/notices';
import { insertWebhooks } from '@/server/db/webhook-writing';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newIdAt } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { chooseAudience } from './choose-audience';
import { composeNotices, type ComposedNotice, type Composing } from './compose-notices';
import { endingChallenges } from './ending-challenges';

/** What one transaction did: work of any sort, 0 when another worker holds the setting, and notices sent. */
interface Done {
  readonly performed: number;
  readonly sent: number;
}

/** A clock's move counts the notices that were sent. */
export async function sendNotices({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueNoticeSettings(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let [performed, counted] = [0, 0];
  for (const one of due) {
    if (signal.aborted) break;
    const done = await workOn(one, organization?.now ?? new Date(clock.now().getTime() + one.clock_offset_ms), limit);
    performed += done.performed;
    counted += done.sent;
  }
  return { performed, counted, more: performed > 0 };
}

function workOn(due: DueNoticeSetting, now: Date, limit: number): Promise<Done> {
  return withTransaction(async (tx) => {
    const setting = await claimNoticeSetting(tx, due);
    if (setting?.status !== 'ACTIVE') return { performed: 0, sent: 0 };
    const looks = setting.kind === 'RESERVATION_EXPIRES' || (setting.check_at !== null && setting.check_at <= now);
    const active = setting.program_status === 'ACTIVE';
    if (looks && active) await queueCauses(tx, await searchFor(tx, setting, now));
    const taken = await takeDueCauses(tx, setting, now, limit);
    const sent = active ? await send(tx, setting, taken, now) : 0;
    await recordCheck(tx, setting, {
      // What ends meanwhile is found once the program goes on.
      checkedUntil: looks && active ? now : setting.checked_until,
      checkAt: looks ? checkAfter(setting.kind, now, setting.timezone) : setting.check_at,
    });
    return { performed: (looks ? 1 : 0) + taken.length, sent };
  });
}

const searchOf = (setting: ClaimedNoticeSetting, now: Date) => ({
  organizationId: setting.organization_id,
  programId: setting.program_id,
  settingId: setting.id,
  timezone: setting.timezone,
  terms: setting.terms,
  now,
  checkedUntil: setting.checked_until,
});

/** With the challenges that end, for a setting that is about them. */
async function searchFor(tx: Tx, setting: ClaimedNoticeSetting, now: Date) {
  const search = searchOf(setting, now);
  return { ...search, endings: await endingChallenges(tx, search, setting.terms) };
}

/** @returns how many were sent; those whose participants have quiet hours are queued again. */
async function send(tx: Tx, setting: ClaimedNoticeSetting, taken: readonly WaitingNotice[], now: Date): Promise<number> {
  if (taken.length === 0) return 0;
  const by: Composing = searchOf(setting, now);
  const audience = await chooseAudience(
    tx,
    { ...by, audience: setting.audience },
    taken.map(({ participant_id }) => participant_id),
  );
  const timed = taken.flatMap((cause) => {
    const addressee = audience.get(cause.participant_id);
    return addressee ? [{ ...cause, addressee, from: afterQuietHours(now, setting.quiet_hours, addressee.timeZone) }] : [];
  });
  const [waiting, ready] = [timed.filter(({ from }) => from > now), timed.filter(({ from }) => from <= now)];
  await queueAgain(
    tx,
    setting,
    waiting.map(({ from, ...cause }) => ({ ...cause, due_at: from })),
  );
  const composed = await unique(tx, setting, await composeNotices(tx, by, setting.terms, ready));
  const notices = composed.map(({ of, cause, data, coversUntil }) => ({
    sent: { id: newIdAt(now), eventId: newIdAt(now), cause, data, participant: of.addressee } satisfies SentNotice,
    of,
    coversUntil,
  }));
  if (notices.length === 0) return 0;
  const names = { organizationId: setting.organization_id, programId: setting.program_id, settingId: setting.id, setting: setting.key };
  const scope = { organizationId: setting.organization_id, now };
  await insertSystemEvents(
    tx,
    scope,
    notices.map(({ sent }) => noticeEvent(sent, names, now)),
  );
  const rows = notices.map(({ sent, of, coversUntil }): NoticeRow => ({
    id: sent.id,
    program_id: setting.program_id,
    setting_id: setting.id,
    kind: setting.kind,
    cause: sent.cause,
    participant_id: sent.participant.id,
    event_id: sent.eventId,
    data: sent.data,
    covers_until: coversUntil,
    created_at: of.found_at,
    due_at: of.due_at,
    sent_at: now,
  }));
  await insertNotices(tx, setting.organization_id, rows, dateAt(now, setting.timezone));
  insertWebhooks(
    tx,
    scope,
    notices.map(({ sent }) => noticeWebhook(sent, names)),
  );
  return notices.length;
}

/** Those whose cause no notice has told of, each once. */
async function unique<Notice extends ComposedNotice>(
  tx: Tx,
  setting: ClaimedNoticeSetting,
  composed: readonly Notice[],
): Promise<Notice[]> {
  if (composed.length === 0) return [];
  const told = await toldCauses(
    tx,
    setting,
    composed.map(({ cause }) => cause),
  );
  const fresh = new Map(composed.filter(({ cause }) => !told.has(cause)).map((notice) => [notice.cause, notice]));
  return [...fresh.values()];
}
