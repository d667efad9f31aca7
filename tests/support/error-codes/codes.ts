/** Provokes the refusals of codes. */
import { codes } from '../codes';
import { refusal, type Answered, type Provocations } from './answered';

type Body = Record<string, unknown>;

/** A decision with the code of a batch, after `times` that were made. */
async function entered(batch: Body, { text = 'spring', times = 0 }: { text?: string; times?: number } = {}): Promise<Answered> {
  const club = await codes();
  await club.batch({ code: 'SPRING', ...batch });
  for (let n = 0; n < times; n += 1) await club.decide({ codes: [text] });
  return refusal(club.decide({ codes: [text] }));
}

export const CODES: Provocations = {
  code_unknown: () => entered({}, { text: 'autumn' }),
  code_attempts_exceeded: async () => {
    const club = await codes();
    await club.decided();
    for (let n = 0; n < 10; n += 1) await club.decide({ codes: [`guess-${n}`] });
    return refusal(club.decide({ codes: ['spring'] }));
  },
  code_expired: () => entered({ active_to: '2020-01-01T00:00:00Z' }),
  code_not_yet: () => entered({ active_from: '2100-01-01T00:00:00Z' }),
  code_used: () => entered({ max_total: 1 }, { times: 1 }),
  code_inactive: () => entered({ status: 'PAUSED' }),
  code_conditions_not_met: () => entered({ condition: 'event.amount >= 80' }),
  code_not_stackable: async () => {
    const club = await codes();
    await club.batch({ code: 'SPRING', exclusive_group: 'discount' });
    await club.batch({ code: 'AUTUMN', key: 'autumn', exclusive_group: 'discount' });
    return refusal(club.decide({ codes: ['spring', 'autumn'] }));
  },
};
