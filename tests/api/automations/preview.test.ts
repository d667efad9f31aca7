/** What an automation would do, before it is created. */
import { expect, test } from 'vitest';
import type { AutomationPreview } from '@/contract/automation-preview';
import { automatedProgram, type AutomatedProgram } from '@tests/support/automations';
import { crowd } from '@tests/support/crowd';

const preview = async ({ api, path }: AutomatedProgram, draft: Record<string, unknown>) =>
  (await api.post<AutomationPreview>(`${path}/preview`, draft)).body;

test('a preview counts for whom the filter holds, shows their events, and stores nothing', async () => {
  const made = await automatedProgram();
  const [ada, bob] = await made.enroll('ada', 'bob', 'eve');
  await made.api.patch(`/participants/${ada!.id}/state/attributes`, { set: { city: 'Kyiv' } });
  await made.api.patch(`/participants/${bob!.id}/state/attributes`, { set: { city: 'Berlin' } });
  expect(
    await preview(made, {
      participant_filter: 'participant.attributes.city == "Kyiv"',
      event: { type: 'hello', data: { text: 'From {{ participant.attributes.city }}' } },
    }),
  ).toEqual({
    errors: [],
    guard: { holds: true, reason: null },
    participant_count: 3,
    evaluated_count: 3,
    matched_count: 1,
    failed_count: 1,
    complete: true,
    examples: [{ participant_id: ada!.id, external_id: 'ada', event_data: { text: 'From Kyiv', type: 'hello' }, reason: null }],
    failures: [{ participant_id: expect.any(String), external_id: 'eve', reason: expect.stringContaining('city is absent') }],
  });
  expect([await made.made(), (await made.api.get(made.path)).body]).toMatchObject([[], { data: [] }]);
});

test('each mistake of a draft is named with its line and column, and nobody is evaluated', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  const { errors, ...rest } = await preview(made, {
    participant_filter: 'participant.tags.size() > 1 &&\n  nobody.knows',
    guard_condition: 'participant.id == ""',
    event: { type: 'hello', data: { list: ['fine', '{{ 1 + }}'] } },
  });
  expect(errors.map(({ field, line, column }) => [field, line, column])).toEqual([
    ['participant_filter', 2, 3],
    ['guard_condition', 1, 1],
    ['event.data.list[1]', 1, expect.any(Number)],
  ]);
  expect(rest).toMatchObject({ evaluated_count: 0, complete: false, examples: [] });
});

test('a preview for the program shows the one event about nobody, and whether the guard lets it through', async () => {
  const made = await automatedProgram();
  expect(
    await preview(made, {
      scope: 'PROGRAM',
      guard_condition: '"open" in program.tags',
      event: { type: 'season', data: { n: '{{ 1 + 1 }}' } },
    }),
  ).toMatchObject({
    guard: { holds: false },
    participant_count: null,
    examples: [{ participant_id: null, event_data: { n: 2, type: 'season' } }],
  });
  expect(await preview(made, { guard_condition: 'program.attributes.open' })).toMatchObject({
    guard: { holds: null, reason: 'program.attributes.open is absent' },
  });
});

test('a preview of very many participants stops and says so', async () => {
  const made = await automatedProgram();
  await crowd(made, 5_600);
  const { participant_count, evaluated_count, matched_count, complete, examples } = await preview(made, {});
  expect({ participant_count, complete }).toEqual({ participant_count: 5_600, complete: false });
  expect(evaluated_count).toBeLessThanOrEqual(1_000);
  expect(matched_count).toBe(evaluated_count);
  expect(examples).toHaveLength(5);
});
