/** Serves sign-in, sessions and organization membership at /api/auth. */
import { answerAuth } from '@/server/dashboard/answer-auth';

export { answerAuth as GET, answerAuth as POST };
