/** An organization's own time: real time plus what its clock was moved by. */
import type { Tx } from '../transaction';

export async function organizationNow(tx: Tx, organizationId: string, now: Date): Promise<Date> {
  const [row] = await tx.query<{ clock_offset_ms: number }>('SELECT clock_offset_ms FROM organizations WHERE id = $1', [organizationId]);
  return new Date(now.getTime() + (row?.clock_offset_ms ?? 0));
}
