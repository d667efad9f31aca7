/** Fills an organization with notices: a setting that is paused, and what it has told with the newest events as those that it made. */
import { literal, type Plan, type Step } from './plan';

const SETTING = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8dcd';
const MOST = 10_000;

export function noticeSteps({ organizationId, programId, participants, to }: Plan): Step[] {
  const organization = literal(organizationId);
  const count = Math.min(participants, MOST);
  const at = `to_timestamp(${to / 1_000})`;
  const of = `${organization}, ${literal(programId)}, ${literal(SETTING)}`;
  return [
    {
      name: 'notice settings',
      sql: `INSERT INTO notice_settings (organization_id, program_id, id, key, name, kind, status, terms, created_at, updated_at)
        VALUES (${of}, 'points', 'Your points expire', 'VALUE_EXPIRES', 'PAUSED', '{"kind":"VALUE_EXPIRES","days_before":7,"asset_id":null,"min_amount":null}', ${at}, ${at})`,
    },
    {
      name: 'notices',
      sql: `INSERT INTO notices (organization_id, program_id, setting_id, id, kind, cause, participant_id, event_id, data, covers_until, created_at, due_at, sent_at)
        SELECT ${of}, e.id, 'VALUE_EXPIRES', 'lots:' || e.id, e.participant_id, e.id,
          '{"kind":"VALUE_EXPIRES","asset":"PTS","amount":"5.00","first_expires_at":"2026-03-04T00:00:00.000Z","first_on":"2026-03-04","values":[{"asset_id":"0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d03","asset":"PTS","amount":"5.00","first_expires_at":"2026-03-04T00:00:00.000Z","first_on":"2026-03-04"}]}',
          e.event_timestamp, e.event_timestamp, e.event_timestamp, e.event_timestamp
        FROM (SELECT * FROM events WHERE organization_id = ${organization} AND program_id = ${literal(programId)} AND participant_id IS NOT NULL ORDER BY id DESC LIMIT ${count}) e`,
    },
    {
      name: 'days of notices',
      sql: `INSERT INTO notice_days (organization_id, setting_id, day, sent)
        SELECT organization_id, setting_id, sent_at::date, count(*) FROM notices WHERE organization_id = ${organization} GROUP BY 1, 2, 3`,
    },
  ];
}
