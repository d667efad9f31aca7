/** One webhook for each event that ends or is refused, with exactly the contract's fields. */
import { expect, test } from 'vitest';
import { envelopes } from '@tests/support/ledger';
import { programWithAsset } from '@tests/support/programs';
import { createEndpoint } from '@tests/support/webhooks';

async function listening(settings: Parameters<typeof programWithAsset>[0] = {}) {
  const made = await programWithAsset(settings);
  await createEndpoint(made.api, 'http://127.0.0.1:9/', ['event.completed', 'event.failed', 'event.rejected']);
  return { ...made, told: () => envelopes(made.id) };
}

test('an event that completes is told of once, whether or not a rule matched', async () => {
  const { id, program, addRule, sendAndProcess, told } = await listening();
  await addRule({ condition: 'event.matches == true', amount: '1' });
  const events = [await sendAndProcess({ event_data: { matches: true } }), await sendAndProcess({ event_data: { matches: false } })];
  expect(await told()).toEqual(
    events.map((event) => ({
      type: 'event.completed',
      data: { event_id: event.id, organization_id: id, program_id: program.id },
    })),
  );
});

test('an event that fails for good is told of once, with the error that its record shows', async () => {
  const { id, api, program, sendAndProcess, told } = await listening();
  await api.patch(`/programs/${program.id}`, { status: 'SUSPENDED' });
  const failed = await sendAndProcess({});
  expect(failed).toMatchObject({ status: 'FAILED', error_code: 'program_inactive' });
  const ids = { event_id: failed.id, organization_id: id, program_id: program.id };
  expect(await told()).toEqual([{ type: 'event.failed', data: { ...ids, error: failed.error_message, error_code: 'program_inactive' } }]);
});

test('an event that is refused is told of with the code of the answer, and leaves no event', async () => {
  const { id, api, program, told } = await listening({ program: { on_unknown_participant: 'REJECT' } });
  const answer = await api.post('/events', { program_id: program.id, external_id: 'eve', idempotency_key: 'one', event_data: {} });
  expect(answer).toMatchObject({ status: 422, body: { code: 'participant_not_found' } });
  expect(await told()).toEqual([
    {
      type: 'event.rejected',
      data: {
        organization_id: id,
        program_id: program.id,
        external_id: 'eve',
        idempotency_key: 'one',
        error: answer.body['message'],
        error_code: 'participant_not_found',
      },
    },
  ]);
  expect((await api.get('/events')).body).toMatchObject({ data: [] });
});
