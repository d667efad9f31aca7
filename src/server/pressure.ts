/** Whether this process has more requests to answer than it can work on at once, so that what can wait makes way for them. */
import { env } from '@/env';
import { singleton } from './singleton';

const underWay = () => singleton('requests-under-way', () => ({ count: 0 }));

/** Counts a request until it is answered. */
export async function asRequest<T>(work: () => Promise<T>): Promise<T> {
  underWay().count += 1;
  try {
    return await work();
  } finally {
    underWay().count -= 1;
  }
}

/** More requests are under way than there are connections to the database. */
export const isPressed = (): boolean => underWay().count > env().DATABASE_POOL_SIZE;
