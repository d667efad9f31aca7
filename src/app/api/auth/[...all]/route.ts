/** Sign-in, sessions and organizations of people, at /api/auth. */
import { answerAuth } from '@/server/dashboard/answer-auth';

export { answerAuth as GET, answerAuth as POST };
