-- Owner: orders
-- Where a seller's money goes in a club that pays out by hand, as the seller said.
CREATE TABLE bank_details (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  -- Holder, account and bank as JSON, encrypted with a key of the shop's; null where the seller is paid by hand.
  sealed text,
  since timestamptz NOT NULL
);
