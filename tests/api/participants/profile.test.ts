/** Every field of a profile, whichever there are, comes through every way in and out of the service. */
import { expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { withFields } from '@/domain/fields';
import { PROFILE, PROFILE_FIELDS } from '@/domain/participants/profile';
import { redacted } from '@/domain/redaction';
import { origin } from '@tests/support/api';
import { readCsv } from '@tests/support/csv';
import { send } from '@tests/support/http';
import { csv, importFile } from '@tests/support/imports';
import { programWithAsset } from '@tests/support/programs';

const GRACE = '/participants/ext:grace';
const profileOf = (word: string) =>
  withFields(PROFILE_FIELDS, (name) => (PROFILE[name].kind === 'email' ? `${word}@example.com` : `${word} ${name}`));

test('a profile is stored, changed, listed, imported and exported with all of its fields, and read as it stood', async () => {
  const club = await programWithAsset({ mode: 'SANDBOX' });
  const { api, key } = club;
  const [first, second, third] = [profileOf('first'), profileOf('second'), profileOf('third')];
  expect((await api.post<ParticipantDetail>('/participants', { external_id: 'grace', ...first })).body).toMatchObject(first);
  const { body: then } = await api.get<{ now: string }>('/sandbox/clock');
  await api.post('/sandbox/clock/advance', { by: '1s' });
  expect((await api.patch<ParticipantDetail>(GRACE, second)).body).toMatchObject(second);
  expect((await api.get<{ data: object[] }>('/participants?external_id=grace')).body.data).toMatchObject([second]);
  await importFile(
    club,
    csv(['external_id', ...PROFILE_FIELDS].join(','), ['grace', ...PROFILE_FIELDS.map((name) => third[name])].join(',')),
  );
  const path = '/v1/exports/participants.csv';
  const { text } = await send(origin(), { method: 'GET', path, headers: { authorization: `Bearer ${key}` } });
  expect(readCsv(text)).toMatchObject([{ external_id: 'grace', ...third }]);
  expect((await api.get<ParticipantDetail>(GRACE)).body).toMatchObject(third);
  expect((await api.get<ParticipantDetail>(`${GRACE}?as_of=${then.now}`)).body).toMatchObject(first);
});

test('participants are found by every field that is said to be searched', async () => {
  const { api } = await programWithAsset();
  const profile = profileOf('Grace');
  await api.post('/participants', { external_id: 'one', ...profile });
  for (const name of PROFILE_FIELDS) {
    const { body } = await api.get<{ data: object[] }>(`/participants?search=${encodeURIComponent(profile[name])}`);
    expect([name, body.data.length]).toEqual([name, PROFILE[name].searched ? 1 : 0]);
  }
});

test('no field of a profile is kept in a log', () => {
  expect(redacted(JSON.stringify(profileOf('Grace')))).toBe(JSON.stringify(withFields(PROFILE_FIELDS, () => '[redacted]')));
});
