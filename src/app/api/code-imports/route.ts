/** Takes files of codes from a user signed in to the dashboard. */
import { dashboardUpload } from '@/server/dashboard/file';

export const dynamic = 'force-dynamic';

export const POST = (request: Request): Promise<Response> => dashboardUpload(request, 'codeImports.create');
