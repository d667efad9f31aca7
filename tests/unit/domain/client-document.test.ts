import { expect, test } from 'vitest';
import { documentAddressFault, documentFreshness, documentHost, isDocumentAddress } from '@/domain/client-document';

test.each(['https://app.example/client.json', 'https://app.example:8443/a/b', 'https://app.example/client?v=2'])(
  '%s can be the address of a document',
  (clientId) => {
    expect(isDocumentAddress(clientId)).toBe(true);
    expect(documentAddressFault(clientId, false)).toBeNull();
  },
);

test.each([
  'http://app.example/client.json',
  'https://app.example',
  'https://app.example/',
  'https://app.example/client.json#',
  'https://app.example/client.json#part',
  'https://user@app.example/client.json',
  'https://app.example/a/../client.json',
  'https://app.example/a/%2E%2e/client.json',
  'https://app.example/./client.json',
  'https://APP.example/client.json',
  'https://app.example:443/client.json',
  'https:\\\\app.example\\client.json',
  ' https://app.example/client.json',
  'https://localhost/client.json',
  'https://127.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://169.254.169.254/client.json',
  `https://app.example/${'a'.repeat(2_100)}`,
  'ftp://app.example/client.json',
  '://',
])('%s cannot', (clientId) => {
  expect(documentAddressFault(clientId, false)).not.toBeNull();
});

test('private targets may be allowed, and https is asked for all the same', () => {
  expect(documentAddressFault('https://localhost:8443/client.json', true)).toBeNull();
  expect(documentAddressFault('http://localhost:8443/client.json', true)).not.toBeNull();
});

test('the host of a document is told in letters that cannot be mistaken, and a registered client has none', () => {
  expect(documentHost('https://аpple.example:8443/client.json')).toBe('xn--pple-43d.example:8443');
  expect(documentHost('AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEf')).toBeNull();
});

test.each([
  ['', 3600],
  ['public', 3600],
  ['max-age=600', 600],
  ['public, max-age="600"', 600],
  ['Max-Age=600', 600],
  ['max-age=0', 60],
  ['max-age=600, no-cache', 60],
  ['no-store', 60],
  ['max-age=31536000', 86_400],
  ['max-age=99999999999999', 86_400],
])('a document with the header "%s" holds for %i seconds', (header, seconds) => {
  expect(documentFreshness(header)).toBe(seconds * 1000);
});
