/** Tells whether this process has more requests in progress than it can serve at once, so that work that can wait makes way. */
import { env } from '@/env';
import { singleton } from './singleton';

const underWay = () => singleton('requests-under-way', () => ({ count: 0 }));

/** Counts a request as in progress until it is answered. */
export async function asRequest<T>(work: () => Promise<T>): Promise<T> {
  underWay().count += 1;
  try {
    return await work();
  } finally {
    underWay().count -= 1;
  }
}

/** Whether more requests are in progress than there are database connections. */
export const isOverloaded = (): boolean => underWay().count > env().DATABASE_POOL_SIZE;
