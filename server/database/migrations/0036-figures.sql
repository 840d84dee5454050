-- Figures of the last weeks read what is of these weeks alone.
CREATE INDEX orders_by_payment ON orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX ledger_entries_of_buyers ON ledger_entries (at) WHERE account = 'buyer';
-- What is still there is read by books_newest.
CREATE INDEX books_removed_newest ON books (created_at) WHERE removed_at IS NOT NULL;
