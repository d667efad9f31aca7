/** A service reached by https sends HSTS so that browsers never use http; one without https does not lock itself out. */
import { expect, onTestFinished, test } from 'vitest';
import { CrashableService } from '@tests/support/crash';
import { Installation } from '@tests/support/service';

const HEADER = 'strict-transport-security';
/** Served by the API, by the documentation, and by nothing. */
const PATHS = ['/healthz', '/v1/programs', '/docs', '/nothing-here'];

async function headersOf(settings: Readonly<Record<string, string>>): Promise<(string | null)[]> {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const { address } = await CrashableService.start(place, settings);
  return Promise.all(PATHS.map(async (path) => (await fetch(`${address}${path}`)).headers.get(HEADER)));
}

test('every answer tells browsers to ask by https alone for a year, if the service is reached by https', async () => {
  const [secure, plain] = await Promise.all([headersOf({ PUBLIC_URL: 'https://rewards.example.com' }), headersOf({})]);
  expect(secure).toEqual(PATHS.map(() => 'max-age=31536000'));
  expect(plain).toEqual(PATHS.map(() => null));
});
