/** Sign-in, sessions and organizations of people, at /api/auth. */
import { dashboardAuth } from '@/server/dashboard/auth';

const handle = (request: Request): Promise<Response> => dashboardAuth().handler(request);

export { handle as GET, handle as POST };
