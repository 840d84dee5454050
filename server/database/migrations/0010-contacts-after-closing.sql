-- How to reach a seller whose account was closed, for the buyers of paid orders: copied here at the closing, because the
-- account itself keeps nothing, and null as long as it is open. Of a buyer the order has always held the same.
ALTER TABLE orders
  ADD COLUMN seller_name text,
  ADD COLUMN seller_email text,
  ADD COLUMN seller_phone text;

-- A name is a name or empty; an email address doesn't stand in for it.
UPDATE orders SET buyer_name = '' WHERE buyer_name = buyer_email;
