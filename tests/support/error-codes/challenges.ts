/** Provokes the refusals of challenges. */
import { challenges } from '../challenges';
import { refusal, type Provocations } from './answered';

export const CHALLENGES: Provocations = {
  challenge_has_progress: async () => {
    const club = await challenges();
    const { id } = await club.challenge();
    await club.happens('coffee');
    return refusal(club.api.patch(`/challenges/${id}`, { period: 'DAY' }));
  },
};
