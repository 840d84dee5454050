-- Since when the buyer's bank is sending the payment of an unpaid order, for hours or days; null where it isn't.
ALTER TABLE orders ADD COLUMN processing_since timestamptz,
  ADD CONSTRAINT orders_process_while_unpaid CHECK (processing_since IS NULL OR state IN ('claimed', 'agreed'));

-- The method that paid, as the card provider names it: `card`, `ideal`, `sepa_debit`.
ALTER TABLE payments ADD COLUMN method text NOT NULL DEFAULT 'card';
