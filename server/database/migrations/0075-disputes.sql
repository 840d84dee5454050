-- Owner: orders
-- Chargebacks: payments that a card's bank takes back, or asks about. What the ledger has moved for each stands beside what the
-- provider says, so that asking again moves only the difference.
CREATE TABLE disputes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  payment_id uuid NOT NULL REFERENCES payments ON DELETE CASCADE,
  provider_dispute_id text NOT NULL UNIQUE,
  -- Whether its payment paid for the order; false where that money goes back anyway.
  counts boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'closed', 'lost')),
  -- The bank only asks: no money has moved.
  is_inquiry boolean NOT NULL,
  -- Amounts are in the payment's currency.
  amount integer NOT NULL CHECK (amount > 0),
  -- What the bank has, taken and not given back.
  withdrawn integer NOT NULL DEFAULT 0 CHECK (withdrawn >= 0),
  -- What of that it keeps.
  taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  -- What of that the seller bears: no more than was left of the payment. The rest is the club's.
  borne integer NOT NULL DEFAULT 0 CHECK (borne >= 0),
  -- The provider's fee.
  cost integer NOT NULL DEFAULT 0,
  respond_by timestamptz,
  opened_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Raised by each change: an answer that the provider gave before is dropped.
  changes integer NOT NULL DEFAULT 0,
  CHECK ((ended_at IS NULL) = (status IN ('needs_response', 'under_review')))
);
CREATE INDEX disputes_of_order ON disputes (order_id, opened_at);
CREATE INDEX disputes_of_payment ON disputes (payment_id);
CREATE INDEX disputes_open ON disputes (order_id) WHERE ended_at IS NULL;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check, DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('card_payment', 'cash_payment', 'provider_cost', 'refund_wanted',
    'refund_made', 'refund_withdrawn', 'refund_failed', 'refund_by_hand', 'cash_refund', 'owed', 'payout',
    'dispute_withdrawn', 'dispute_reinstated', 'dispute_lost', 'dispute_borne', 'dispute_cost')),
  ADD CONSTRAINT ledger_entries_account_check
    CHECK (account IN ('buyer', 'club', 'seller', 'paid_out', 'cash', 'refunds', 'provider', 'disputed'));
