/** Dashboard calls that reach no procedure, such as those of a page opened before an upgrade. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { GET, POST } from '@/app/api/trpc/[trpc]/route';
import { closeDatabase } from '@/server/db/client';
import { ORIGIN, ownedOrganization } from '@tests/support/people';

afterAll(closeDatabase);

test('an unknown procedure, another method and another type of content are refused as such, not as a failure of the service', async () => {
  const { owner } = await ownedOrganization();
  const send = async (procedure: string, body: string, type = 'application/json') => {
    const headers = { 'content-type': type, cookie: owner.cookie, origin: ORIGIN };
    const answer = await POST(new Request(`${ORIGIN}/api/trpc/${procedure}`, { method: 'POST', headers, body }));
    const { error } = (await answer.json()) as { error: { data: { failure: { code: string } } } };
    return error.data.failure.code;
  };
  expect((await owner.query('programs.nothing')).failure?.code).toBe('not_found');
  expect((await owner.query('programs.create', { name: 'X' })).failure?.code).toBe('method_not_allowed');
  expect(await send('programs.create', 'name=X', 'text/plain')).toBe('unsupported_media_type');
  expect(await send('programs.create', '{}{}')).toBe('invalid_json');
});

test('a refusal has the status that /v1 gives it, so that no log counts it as a failure of the service', async () => {
  const { owner } = await ownedOrganization();
  const input = encodeURIComponent(JSON.stringify({ id: randomUUID() }));
  const answer = await GET(new Request(`${ORIGIN}/api/trpc/programs.get?input=${input}`, { headers: { cookie: owner.cookie } }));
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { data: { httpStatus: 404, failure: { code: 'not_found' } } } });
});
