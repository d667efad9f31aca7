/** The names that lists show for ids of participants and groups. */
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { ownedOrganization } from '@tests/support/people';

afterAll(closeDatabase);

test('participants and groups of the organization are named, those of another and unknown ids are left out', async () => {
  const [{ owner }, { owner: other }] = [await ownedOrganization(), await ownedOrganization()];
  const add = async (by: typeof owner, external_id: string) =>
    (await by.mutate('participants.upsert', { external_id, first_name: 'Ada', last_name: 'Lovelace' })).data as { id: string };
  const [ada, foreign] = [await add(owner, 'ada'), await add(other, 'ada')];
  const group = (await owner.mutate('groups.create', { name: 'Analysts', members: [{ participant_id: ada.id, role: 'ADMIN' }] })).data as {
    id: string;
  };
  const unknown = '00000000-0000-7000-8000-000000000000';
  const { data } = await owner.query('holders.names', {
    participant_ids: [ada.id, foreign.id, unknown],
    group_ids: [group.id, ada.id],
  });
  expect(data).toEqual({
    participants: [{ id: ada.id, external_id: 'ada', first_name: 'Ada', last_name: 'Lovelace', display_name: null }],
    groups: [{ id: group.id, name: 'Analysts' }],
  });
});
