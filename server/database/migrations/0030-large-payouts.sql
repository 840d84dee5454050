-- A payout is of many orders, and in a currency of small coins soon more than an order's number holds.
ALTER TABLE payouts ALTER COLUMN amount TYPE bigint;
