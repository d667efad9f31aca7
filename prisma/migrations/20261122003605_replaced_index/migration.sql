-- What holders have in DEFERRED and HELD is known from the totals of sealed entries, and from the holds and lots that matter.
DROP INDEX balances_drawn_idx;
