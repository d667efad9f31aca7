/** A sign-in link cannot redirect anybody away from this deployment. */
import { expect, test } from 'vitest';
import { ownPath, signInPath } from '@/trpc/own-path';

test.each([
  ['/programs?status=ACTIVE#top', '/programs?status=ACTIVE#top'],
  ['programs', '/programs'],
  ['', '/'],
  [null, '/'],
])('%j leads to %j', (next, path) => expect(ownPath(next)).toBe(path));

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\n//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'http://',
])('%j leads to the overview', (next) => expect(ownPath(next)).toBe('/'));

test('the sign-in of a page leads back to it', () => {
  const address = new URL(signInPath('/rules?status=ACTIVE&sort=name'), 'http://localhost');
  expect(ownPath(address.searchParams.get('next'))).toBe('/rules?status=ACTIVE&sort=name');
  expect(signInPath('/')).toBe('/login');
});
