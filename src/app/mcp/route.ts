/** Serves the tool server when Next runs without our own listener in front. */
import { handleMcp } from '@/server/mcp/handler';
import { webHandler } from '@/server/rest/web';

export const dynamic = 'force-dynamic';

const answer = webHandler(handleMcp);
export { answer as DELETE, answer as GET, answer as POST };
