/** Creates dashboard users: really registered, each with a session, calling what a browser calls. */
import { randomUUID } from 'node:crypto';
import { GET, POST } from '@/app/api/trpc/[trpc]/route';
import { answerAuth } from '@/server/dashboard/answer-auth';
import type { Role } from '@/server/platform/context';

export const ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'correct horse battery';

export interface AuthAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cookie: string;
}

let connections = 0;
/** A new client address per request, so that tests share no rate limit. */
const freshAddress = (): string => `10.${(connections >> 16) & 255}.${(connections >> 8) & 255}.${connections++ & 255}`;

/** Calls the sign-in service as a dashboard page does. */
export async function callAuth(path: string, body: unknown, headers: Record<string, string> = {}): Promise<AuthAnswer> {
  const request = new Request(`${ORIGIN}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-client-address': freshAddress(), ...headers },
    body: JSON.stringify(body),
  });
  const response = await answerAuth(request);
  const set = response.headers.getSetCookie().filter((line) => !/Max-Age=0/i.test(line));
  const cookie = set.map((line) => line.split(';')[0]).join('; ');
  return { status: response.status, body: ((await response.json()) ?? {}) as Record<string, unknown>, cookie };
}

export interface ProcedureAnswer {
  readonly data?: Record<string, unknown>;
  readonly failure?: { code: string; message: string; request_id?: string };
  readonly headers: Headers;
}

async function answerOf(response: Response): Promise<ProcedureAnswer> {
  const { result, error } = (await response.json()) as {
    result?: { data: Record<string, unknown> };
    error?: { data: { failure: ProcedureAnswer['failure'] } };
  };
  return { data: result?.data, failure: error?.data.failure, headers: response.headers };
}

export interface Person {
  readonly email: string;
  readonly cookie: string;
  auth(path: string, body: unknown): Promise<AuthAnswer>;
  query(procedure: string, input?: unknown): Promise<ProcedureAnswer>;
  mutate(procedure: string, input?: unknown, headers?: Record<string, string>): Promise<ProcedureAnswer>;
}

/** A person signed in with these cookies. */
export function personOf(email: string, cookie: string): Person {
  const at = (procedure: string) => `${ORIGIN}/api/trpc/${procedure}`;
  return {
    email,
    cookie,
    auth: (path, body) => callAuth(path, body, { cookie }),
    query: async (procedure, input) =>
      answerOf(
        await GET(new Request(`${at(procedure)}?input=${encodeURIComponent(JSON.stringify(input ?? {}))}`, { headers: { cookie } })),
      ),
    mutate: async (procedure, input, headers = { origin: ORIGIN }) =>
      answerOf(
        await POST(
          new Request(at(procedure), {
            method: 'POST',
            headers: { 'content-type': 'application/json', cookie, ...headers },
            body: JSON.stringify(input ?? {}),
          }),
        ),
      ),
  };
}

export const newEmail = (): string => `${randomUUID()}@example.com`;

/** Registers a person with an account and a session, in no organization. */
export async function person(email = newEmail(), invitationId?: string): Promise<Person> {
  const { status, body, cookie } = await callAuth('/sign-up/email', { name: 'Test person', email, password: PASSWORD, invitationId });
  if (status !== 200) throw new Error(`registration was refused: ${JSON.stringify(body)}`);
  return personOf(email, cookie);
}

export interface OwnedOrganization {
  readonly id: string;
  readonly owner: Person;
  /** A new person who joins by invitation with this role. */
  member(role: Role): Promise<Person>;
}

/** Creates an organization and a person who owns it. */
export async function ownedOrganization(mode: 'LIVE' | 'SANDBOX' = 'LIVE'): Promise<OwnedOrganization> {
  const owner = await person();
  const { body } = await owner.auth('/organization/create', { name: 'Test organization', slug: randomUUID(), mode });
  const id = String(body.id);
  return {
    id,
    owner,
    member: async (role) => {
      const email = newEmail();
      const invitation = await owner.auth('/organization/invite-member', { organizationId: id, email, role });
      const invited = await person(email, String(invitation.body.id));
      await invited.auth('/organization/accept-invitation', { invitationId: invitation.body.id });
      return invited;
    },
  };
}
