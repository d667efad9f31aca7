/** Provokes the refusals of bindings. */
import { referrals } from '../referrals';
import { refusal, type Provocations } from './answered';

export const REFERRALS: Provocations = {
  referral_exists: async () => {
    const club = await referrals();
    const [ada, eve] = [await club.codeOf('ada'), await club.codeOf('eve')];
    await club.brought('bob', ada.code);
    return refusal(club.bring('bob', eve.code));
  },
  referral_self: async () => {
    const club = await referrals();
    return refusal(club.bring('ada', (await club.codeOf('ada')).code));
  },
  referral_cycle: async () => {
    const club = await referrals();
    const [ada, bob] = [await club.codeOf('ada'), await club.codeOf('bob')];
    await club.brought('bob', ada.code);
    return refusal(club.bring('ada', bob.code));
  },
  referral_not_running: async () => {
    const club = await referrals();
    const { code } = await club.codeOf('ada');
    await club.update({ status: 'PAUSED' });
    return refusal(club.bring('bob', code));
  },
};
