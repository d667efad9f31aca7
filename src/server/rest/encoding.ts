/** Compresses streamed responses, in a coding that the caller accepts. */
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { namesIn } from '@/domain/fields';
import type { Pieces } from '@/server/platform/text-stream';
import { acceptedQualities } from './accept';
import { firstHeader, type RestRequest, type RestResponse } from './message';

/** The better coding first, at levels that one core can sustain alongside the database. */
const CODINGS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
};
type Coding = keyof typeof CODINGS;

/** The response in the coding that the caller prefers; uncompressed when it accepts none. */
export function compressed(request: RestRequest, response: RestResponse): RestResponse {
  const { body, headers } = response;
  const varying = { ...headers, Vary: headers.Vary ? `${headers.Vary}, Accept-Encoding` : 'Accept-Encoding' };
  const coding = preferred(firstHeader(request, 'accept-encoding') ?? '');
  if (coding === null || typeof body === 'string') return { ...response, headers: varying };
  return { ...response, headers: { ...varying, 'Content-Encoding': coding }, body: body && coded(body, coding) };
}

function preferred(accepted: string): Coding | null {
  const quality = acceptedQualities(accepted);
  const liking = (coding: string): number => quality.get(coding) ?? quality.get('*') ?? 0;
  const [best] = namesIn(CODINGS)
    .filter((coding) => liking(coding) > 0)
    .sort((a, b) => liking(b) - liking(a));
  return best !== undefined && liking(best) >= (quality.get('identity') ?? 0) ? best : null;
}

/** Whichever side ends first ends the other. */
function coded(pieces: Pieces, coding: Coding): Pieces {
  const coder = CODINGS[coding]();
  pipeline(Readable.from(pieces), coder, () => undefined);
  return coder;
}
