import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connectAssistant, mcpRequest, openOrganization } from '@tests/support/assistants';
import { useRequestLimits } from '@tests/support/rate-limits';

const BURST = 4;

beforeAll(() => useRequestLimits({ perSecond: 1, burst: BURST }));

test('calls of assistants count towards the limit of the organization', async () => {
  const [busy, idle] = [await openOrganization(), await openOrganization()];
  const { access } = await connectAssistant(busy.owner, busy.choice);
  const { access: other } = await connectAssistant(idle.owner, idle.choice);
  // On a busy machine the token bucket would refill meanwhile.
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let i = 0; i < BURST; i++) expect((await mcpRequest(access, 'tools/list')).status).toBe(200);
  const refused = await mcpRequest(access, 'tools/list');
  expect(refused).toMatchObject({ status: 429, body: { type: 'rate_limited', code: 'rate_limit_exceeded' } });
  expect(refused.headers['retry-after']).toBe('1');
  expect((await mcpRequest(other, 'tools/list')).headers['x-ratelimit-remaining']).toBe(String(BURST - 1));
});
