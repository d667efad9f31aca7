/** A move of the clock counts automations by their runs, each once, however many steps it took. */
import { describe, expect, test } from 'vitest';
import { automatedProgram } from '@tests/support/automations';

/** More than one batch. */
const CROWD = Array.from({ length: 205 }, (_, n) => `person-${n}`);

describe('automations are counted by their runs', () => {
  test('three daily runs with one event each are three automations and three events', async () => {
    const made = await automatedProgram();
    await made.enroll('ada');
    const { id } = await made.automate({ trigger: { type: 'CRON', cron_expression: '0 6 * * *' } });
    expect(await made.advance('3d')).toMatchObject({ automations: 3, events: 3 });
    expect(await made.runs(id)).toHaveLength(3);
    expect(await made.advance('1s')).toMatchObject({ automations: 0, events: 0 });
  });

  test('a run through more than one batch of participants is one', async () => {
    const made = await automatedProgram();
    await made.enroll(...CROWD);
    const { id } = await made.automate();
    expect(await made.advance('1s')).toMatchObject({ automations: 1, events: CROWD.length });
    expect(await made.runs(id)).toMatchObject([{ event_count: CROWD.length }]);
  });

  test('a run that is skipped is one, and so is a run that a change of state caused', async () => {
    const made = await automatedProgram();
    await made.automate({ guard_condition: 'false' });
    expect(await made.advance('1s')).toMatchObject({ automations: 1, events: 0 });
    await made.automate({ trigger: { type: 'PARTICIPANT_STATE' }, participant_filter: '"vip" in participant.tags' });
    await made.advance('1s');
    const [ada] = await made.enroll('ada');
    expect(await made.advance('1s')).toMatchObject({ automations: 0, events: 0 });
    await made.api.patch(`/participants/${ada!.id}/state/tags`, { add: ['vip'] });
    expect(await made.advance('1s')).toMatchObject({ automations: 1, events: 1 });
  });
});
