/** Serves exports, and lists as CSV, as files to a user signed in to the dashboard. */
import { dashboardFile } from '@/server/dashboard/file';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ procedure: string }> }): Promise<Response> {
  return dashboardFile(request, (await params).procedure);
}
