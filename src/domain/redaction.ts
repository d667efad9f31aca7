/** Removes secrets and personal data from JSON text before it is stored, without parsing it. */
import { PROFILE_FIELDS } from './participants/profile';

/** Fields whose text is never kept, wherever they occur, like those of a participant's profile. */
const SECRET_FIELDS = ['secret', 'previous_secret', 'api_key', 'password', 'token', 'authorization', 'claim_url', 'private_key'];

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const FIELD = new RegExp(`("(?:${[...SECRET_FIELDS, ...PROFILE_FIELDS].join('|')})"\\s*:\\s*)${STRING}`, 'gi');
/** API keys and signing secrets of this service, even where a caller put them into another field. */
const CREDENTIAL = /\b(?:sk|whsec)_[A-Za-z0-9_+/=-]{8,}/g;

/** @param json JSON as text; text that is not JSON is searched all the same. */
export function redacted(json: string): string {
  return json.replace(FIELD, '$1"[redacted]"').replace(CREDENTIAL, '[redacted]');
}
