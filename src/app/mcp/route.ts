/** The tool server under Next, where no listener of ours stands in front. */
import { handleMcp } from '@/server/mcp/handler';
import { webHandler } from '@/server/rest/web';

export const dynamic = 'force-dynamic';

const answer = webHandler(handleMcp);
export { answer as DELETE, answer as GET, answer as POST };
