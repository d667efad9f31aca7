/** Serves the API when Next runs without our own listener in front. */
import { handleWeb } from '@/server/rest/web';

export const dynamic = 'force-dynamic';

export {
  handleWeb as DELETE,
  handleWeb as GET,
  handleWeb as HEAD,
  handleWeb as OPTIONS,
  handleWeb as PATCH,
  handleWeb as POST,
  handleWeb as PUT,
};
