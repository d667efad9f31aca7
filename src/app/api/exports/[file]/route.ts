/** Serves exports as files to a user signed in to the dashboard. */
import { dashboardFile } from '@/server/dashboard/file';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return dashboardFile(request, `exports.${(await params).file}`);
}
