-- Owner: orders
-- The number of an order that a person can read out: `7K4-M2QX`.

-- The key under which orders are counted in an order of its own, so that a number doesn't tell how many orders there were.
-- It goes along with a backup, as the numbers do.
CREATE TABLE order_numbering (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Of two random uuids: 244 random bits.
  key bytea NOT NULL DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
INSERT INTO order_numbering DEFAULT VALUES;

CREATE SEQUENCE order_turns AS bigint MINVALUE 0 START 0 MAXVALUE 34359738367;

-- The number of the order whose turn it is, from 0 to 2^35 - 1. No two turns have the same: eight rounds of a Feistel network
-- over 17 and 18 bits can be undone. In Crockford's base 32, which has no I, L, O and U.
CREATE FUNCTION order_number(turn bigint, key bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  high integer := turn >> 18;
  low integer := turn & 262143;
  hash bytea;
  place bigint;
  number text := '';
BEGIN
  FOR round IN 0..3 LOOP
    hash := sha256(key || int4send(2 * round) || int4send(low));
    high := high # ((get_byte(hash, 0) << 9) | (get_byte(hash, 1) << 1) | (get_byte(hash, 2) & 1));
    hash := sha256(key || int4send(2 * round + 1) || int4send(high));
    low := low # ((get_byte(hash, 0) << 10) | (get_byte(hash, 1) << 2) | (get_byte(hash, 2) & 3));
  END LOOP;
  place := (high::bigint << 18) | low;
  FOR digit IN 0..6 LOOP
    number := substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (place & 31)::integer + 1, 1) || number;
    place := place >> 5;
  END LOOP;
  RETURN left(number, 3) || '-' || right(number, 4);
END $$;

CREATE FUNCTION next_order_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT public.order_number(nextval('public.order_turns'), key) FROM public.order_numbering
$$;

-- The table is written once more, each order with the number of a turn of its own; no trigger sees that.
ALTER TABLE orders ADD COLUMN number text NOT NULL DEFAULT next_order_number();
ALTER SEQUENCE order_turns OWNED BY orders.number;
ALTER TABLE orders ADD CONSTRAINT orders_number UNIQUE (number);
