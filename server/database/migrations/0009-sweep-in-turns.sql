-- Which sweep looked last at an open payment or a refund that is due: the next one begins with those that have waited
-- longest, so that however many there are, each has its turn. A count and no time, because clocks are put back.
ALTER TABLE orders ADD COLUMN sweep_turn integer NOT NULL DEFAULT 0;
DROP INDEX orders_to_lapse;
CREATE INDEX orders_to_sweep ON orders (sweep_turn, pay_by) WHERE state = 'claimed';
ALTER TABLE payments ADD COLUMN sweep_turn integer NOT NULL DEFAULT 0;
DROP INDEX payments_to_refund;
CREATE INDEX payments_to_refund ON payments (sweep_turn, recorded_at) WHERE refund_reason IS NOT NULL AND refunded_at IS NULL;
