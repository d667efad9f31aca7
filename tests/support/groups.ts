/** Sets up group tests: a group with one ADMIN and one MEMBER, created through the API. */
import type { GroupDetail, GroupMember } from '@/contract/group';
import type { ParticipantDetail } from '@/contract/participant';
import type { Answer, AnyBody, Api } from './api';

/** Creates participants with these external ids; returns their ids in the same order. */
export const participants = (api: Api, ...externalIds: readonly string[]): Promise<string[]> =>
  Promise.all(externalIds.map(async (external_id) => (await api.post<ParticipantDetail>('/participants', { external_id })).body.id));

export interface TestGroup {
  readonly group: GroupDetail;
  /** An ADMIN. */
  readonly ada: string;
  /** A MEMBER. */
  readonly bob: string;
  add(body: Record<string, unknown>): Promise<Answer<AnyBody>>;
  remove(participant: string): Promise<Answer<AnyBody>>;
  setRole(participant: string, role: string): Promise<Answer<AnyBody>>;
  members(query?: string): Promise<GroupMember[]>;
  archive(): Promise<Answer<AnyBody>>;
}

export async function groupIn(api: Api): Promise<TestGroup> {
  const [ada = '', bob = ''] = await participants(api, 'ada', 'bob');
  const { status, body: group } = await api.post<GroupDetail>('/groups', {
    name: 'Baristas',
    members: [{ participant_id: ada, role: 'ADMIN' }, { participant_id: bob }],
  });
  if (status !== 201) throw new Error(`a group could not be made: ${JSON.stringify(group)}`);
  return {
    group,
    ada,
    bob,
    add: (body) => api.post(`/groups/${group.id}/members`, body),
    remove: (participant) => api.delete(`/groups/${group.id}/members/${participant}`),
    setRole: (participant, role) => api.patch(`/groups/${group.id}/members/${participant}`, { role }),
    members: async (query = '') => (await api.get<{ data: GroupMember[] }>(`/groups/${group.id}/members${query}`)).body.data,
    archive: () => api.patch(`/groups/${group.id}`, { status: 'ARCHIVED' }),
  };
}
