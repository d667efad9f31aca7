/** New ids: UUIDs that sort by the time they were made, so that indexes grow at one end. */
import { v7 } from 'uuid';

export const newId = (): string => v7();
