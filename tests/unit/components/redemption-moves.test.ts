import { expect, test } from 'vitest';
import { deliveryWarning } from '@/components/redemptions/moves';
import type { Redemption } from '@/contract/redemption';

type Row = Pick<Redemption, 'fulfillment'>;
const at = (status: 'PENDING' | 'ORDERED'): Row => ({ fulfillment: { status } as Redemption['fulfillment'] });

test('whoever releases the value of an order that the provider has is warned, and nobody else', () => {
  expect(deliveryWarning('cancel', [at('ORDERED')])).toContain('already has the order');
  expect(deliveryWarning('fail', [at('ORDERED'), at('PENDING'), at('ORDERED')])).toContain('2 of the orders');
  expect(deliveryWarning('capture', [at('ORDERED')])).toBe('');
  expect(deliveryWarning('cancel', [at('PENDING'), {}])).toBe('');
});
