-- A refund that the provider has made may fail days later, at the card's bank: the money is with the club again, and the
-- buyer's still.
ALTER TABLE refunds
  -- The provider said that it failed; null again once the provider has made another one for it.
  ADD COLUMN failed_at timestamptz,
  -- An admin noted that the club gave the money back another way.
  ADD COLUMN given_by_hand_at timestamptz,
  ADD CHECK (failed_at IS NULL OR done_at IS NOT NULL),
  ADD CHECK (given_by_hand_at IS NULL OR failed_at IS NOT NULL);
CREATE INDEX refunds_to_give_by_hand ON refunds (order_id) WHERE failed_at IS NOT NULL AND given_by_hand_at IS NULL;
-- Of those of the last weeks the provider is asked whether they failed.
CREATE INDEX refunds_that_may_fail ON refunds (done_at) WHERE failed_at IS NULL;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check, ADD CONSTRAINT ledger_entries_kind_check
  CHECK (kind IN ('card_payment', 'cash_payment', 'provider_cost', 'refund_wanted', 'refund_made', 'refund_withdrawn',
    'refund_failed', 'refund_by_hand', 'cash_refund', 'owed', 'payout'));
