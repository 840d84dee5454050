-- The club's fee on a sale paid by card, as it was when the copy was claimed: hundredths of a per cent, and the least in minor
-- units of the order's currency. Orders from before have none.
ALTER TABLE orders
  ADD COLUMN fee_rate integer NOT NULL DEFAULT 0 CHECK (fee_rate BETWEEN 0 AND 10000),
  ADD COLUMN fee_least integer NOT NULL DEFAULT 0 CHECK (fee_least >= 0);

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check, DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('card_payment', 'cash_payment', 'provider_cost', 'refund_wanted',
    'refund_made', 'refund_withdrawn', 'refund_failed', 'refund_by_hand', 'cash_refund', 'owed', 'payout',
    'dispute_withdrawn', 'dispute_reinstated', 'dispute_lost', 'dispute_borne', 'dispute_cost', 'fee')),
  ADD CONSTRAINT ledger_entries_account_check
    CHECK (account IN ('buyer', 'club', 'seller', 'paid_out', 'cash', 'refunds', 'provider', 'disputed', 'fee'));
CREATE INDEX ledger_entries_of_fees ON ledger_entries (at) WHERE account = 'fee';
