/** The sealed ledger as a file, for a person who is signed in to the dashboard. */
import { dashboardFile } from '@/server/dashboard/file';

export const dynamic = 'force-dynamic';

export const GET = (request: Request): Promise<Response> => dashboardFile(request, 'exports.ledger');
