-- Admins look through all orders: newest first, by state, and by title, person, id or the card's last four digits.

-- Of the card that paid, as the provider tells them; nothing more of a card is known here.
ALTER TABLE payments ADD COLUMN card_last_four text CHECK (card_last_four ~ '^[0-9]{4}$');
CREATE INDEX payments_by_card ON payments (card_last_four) WHERE card_last_four IS NOT NULL;

CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
CREATE INDEX orders_in_state ON orders (state, created_at DESC, id DESC);
CREATE INDEX orders_with_problem ON orders (created_at DESC, id DESC) WHERE seconds_left IS NOT NULL;

-- By the beginnings of a title's words, as people are found by their names' (migration 24).
CREATE FUNCTION order_words(snapshot jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.to_tsvector('pg_catalog.simple'::regconfig,
    pg_catalog.translate(coalesce(snapshot ->> 'title', ''), '@.-_+/:', '       '))
$$;
CREATE INDEX orders_by_words ON orders USING gin (order_words(book_snapshot));
