/** Takes import files from a user signed in to the dashboard. */
import { dashboardUpload } from '@/server/dashboard/file';

export const dynamic = 'force-dynamic';

export async function POST(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return dashboardUpload(request, `imports.${(await params).file}`);
}
