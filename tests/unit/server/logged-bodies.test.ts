/** The bodies of logged requests, as they are stored and read again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packBodies, unpackBodies } from '@/server/db/repositories/organizations/logged-bodies';

const body = fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.json(), fc.constant('')), { nil: null });

test('whatever two bodies are, absent and empty ones too, they are read as they were', () => {
  fc.assert(
    fc.property(body, body, (request, response) => {
      expect(unpackBodies(packBodies({ request, response }))).toEqual({ request, response });
    }),
  );
});

test('nothing is stored where there is no body', () => {
  expect(packBodies({ request: null, response: null })).toBeNull();
});

test('a typical event and its answer take less than half of their bytes', () => {
  const id = '01a20e3b-eafd-7438-ae1f-a134abcb9b44';
  const request = JSON.stringify({
    program_id: id,
    external_id: 'customer-48213',
    idempotency_key: 'order-7731',
    event_data: { type: 'purchase', amount: 129.9 },
  });
  const response = JSON.stringify({
    id,
    program_id: id,
    external_id: 'customer-48213',
    status: 'PENDING',
    event_type: 'purchase',
    error_code: null,
  });
  expect(packBodies({ request, response })!.length).toBeLessThan((request.length + response.length) / 2);
});

test('what an earlier release stored is still read', () => {
  const stored = Buffer.from(STORED, 'base64');
  expect(unpackBodies(stored)).toEqual({
    request: '{"name":"Club"}',
    response: '{"id":"01a20e3b-eafd-7438-ae1f-a134abcb9b44","status":"ACTIVE"}',
  });
});

const STORED = 'AeNnYGCoVoLkBSXnnNIkpVokjxmkGifppiampeiamxhb6CamGqbpJhoamyQmJSdZJpmYKGFmnVoA';
