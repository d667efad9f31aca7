/** Generates a fresh self-signed certificate for `localhost`, for tests that need real https. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export interface LocalTls {
  readonly key: string;
  readonly cert: string;
}

/** Makes this process trust the certificate from now on, besides the default CAs. */
export const trust = ({ cert }: LocalTls): void => setDefaultCACertificates([...getCACertificates('default'), cert]);

const DAY_MS = 86_400_000;

/** Encodes a DER element, for X.509 as RFC 5280 lays it out. */
const der = (tag: number, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (at: number): Buffer => der(0x18, new Date(at).toISOString().replace(/[-:T]|\.\d+/g, ''));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

export function localTls(): LocalTls {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // A name of its own: of two trusted certificates with one name, OpenSSL compares with the first alone.
  const commonName = `localhost ${randomBytes(8).toString('hex')}`;
  const name = sequence(der(0x31, sequence(objectId(COMMON_NAME), der(0x0c, commonName))));
  const names = sequence(der(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(objectId(SUBJECT_ALT_NAME), der(0x04, names)))),
  );
  const certificate = sequence(signed, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
