import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { isPublicAddress, targetFault } from '@/domain/webhooks/target';

test.each([
  'https://example.com/hook',
  'https://example.com:8443/hook?a=b',
  'https://xn--bcher-kva.example/',
  'https://8.8.8.8/hook',
  'https://[2606:4700::1111]/',
  'https://local.example.com/',
])('%s can be a target', (url) => {
  expect(targetFault(url, false)).toBeNull();
});

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'example.com',
  '',
  'https://',
  `https://example.com/${'a'.repeat(2_100)}`,
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://app.localhost/',
  'https://printer.local/',
  'https://printer.local./',
  'https://db.internal/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[2001::1]/',
  'https://１２７.０.０.１/',
])('%s cannot be a target', (url) => {
  expect(targetFault(url, false)).toMatch(/^Must .+\.$/);
});

test('development may send to http and private hosts, but never with credentials in the URL', () => {
  expect(targetFault('http://127.0.0.1:3001/hook', true)).toBeNull();
  expect(targetFault('http://localhost:3001/hook', true)).toBeNull();
  expect(targetFault('ftp://localhost/', true)).not.toBeNull();
  expect(targetFault('http://a:b@localhost/', true)).not.toBeNull();
});

test('no private IPv4 address is public in any notation or wrapping', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const privateAddress = fc.oneof(
    fc.tuple(fc.constantFrom(10, 127, 0), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  );
  fc.assert(
    fc.property(privateAddress, ([a, b, c, d]) => {
      const dotted = [a, b, c, d].join('.');
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      expect(isPublicAddress(dotted)).toBe(false);
      expect(isPublicAddress(`::ffff:${dotted}`)).toBe(false);
      expect(isPublicAddress(ipaddr.IPv4.parse(dotted).toIPv4MappedAddress().toString())).toBe(false);
      for (const host of [
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        `[::ffff:${dotted}]`,
        `[64:ff9b::${dotted}]`,
      ]) {
        expect(targetFault(`https://${host}/`, false)).not.toBeNull();
      }
    }),
  );
});
