/** Sets up state tests: a subject of each kind, with a client for its routes. */
import type { StateHistoryEntry } from '@/contract/state';
import { organization, type Answer, type AnyBody, type TestOrganization } from './api';
import { groupIn } from './groups';

export interface StatePart {
  list<Row = AnyBody>(): Promise<Row[]>;
  get(key: string): Promise<Answer<AnyBody>>;
  patch(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer<AnyBody>>;
}

export interface TestSubject extends TestOrganization {
  readonly path: string;
  readonly tags: StatePart;
  readonly attributes: StatePart;
  readonly counters: StatePart;
  /** Suspends or archives the subject. */
  disable(): Promise<unknown>;
}

export const SUBJECTS = ['participants', 'groups', 'programs'] as const;
export type SubjectKind = (typeof SUBJECTS)[number];

/** Creates a subject of this kind in a new organization. */
export async function subjectOf(
  kind: SubjectKind,
  settings: { mode?: 'LIVE' | 'SANDBOX'; trusted_key?: boolean } = {},
): Promise<TestSubject> {
  const made = await organization(settings);
  const { api } = made;
  const path = `/${kind}/${await newSubject(kind, made)}`;
  const part = (name: string): StatePart => ({
    list: async <Row>() => (await api.get<{ data: Row[] }>(`${path}/state/${name}?limit=200`)).body.data,
    get: (key) => api.get(`${path}/state/${name}/${encodeURIComponent(key)}`),
    patch: (body, headers) => api.patch(`${path}/state/${name}`, body, headers),
  });
  return {
    ...made,
    path,
    tags: part('tags'),
    attributes: part('attributes'),
    counters: part('counters'),
    disable: () => api.patch(path, { status: kind === 'participants' ? 'SUSPENDED' : 'ARCHIVED' }),
  };
}

async function newSubject(kind: SubjectKind, { api }: TestOrganization): Promise<string> {
  if (kind === 'groups') return (await groupIn(api)).group.id;
  if (kind === 'programs') return (await api.post<{ id: string }>('/programs', { name: 'Coffee club' })).body.id;
  return (await api.post<{ id: string }>('/participants', { external_id: 'ada' })).body.id;
}

/** Counter values by key. */
export async function readings({ counters }: Pick<TestSubject, 'counters'>): Promise<Record<string, string>> {
  return Object.fromEntries((await counters.list<{ key: string; value: string }>()).map(({ key, value }) => [key, value]));
}

/** The state history of a participant or group, oldest first, as `[operation, key, old, new, source]`. */
export async function historyOf({ api, path }: Pick<TestSubject, 'api' | 'path'>): Promise<unknown[][]> {
  const { body } = await api.get<{ data: StateHistoryEntry[] }>(`${path}/activity/state-history?limit=200&sort_dir=asc`);
  return body.data.map(({ operation, key, old_value, new_value, source }) => [operation, key, old_value, new_value, source]);
}
