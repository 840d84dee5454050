-- What a copy was to cost before, and until when: a row for each change of its price, written together with it. A row
-- is never changed, and goes only with its book.
CREATE TABLE book_prices (
  -- In the order in which a book's prices changed: clocks are put back.
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  resale_price integer NOT NULL,
  currency text NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX book_prices_of_book ON book_prices (book_id, until);

-- Append-only, as order_events is and in the same way; but the right to change stays, because the database locks these
-- rows with it where a book's id is written, and the trigger alone lets nothing pass.
CREATE FUNCTION keep_book_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM public.books WHERE id = OLD.book_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'former prices of a book are not changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER book_prices_stay_as_they_are BEFORE UPDATE OR TRUNCATE ON book_prices
  FOR EACH STATEMENT EXECUTE FUNCTION keep_book_prices();
CREATE TRIGGER book_prices_go_with_their_book BEFORE DELETE ON book_prices
  FOR EACH ROW EXECUTE FUNCTION keep_book_prices();
REVOKE TRUNCATE ON book_prices FROM CURRENT_USER;

-- What a lowered price is shown beside, and until when. Lists read it with the book.
ALTER TABLE books
  ADD COLUMN was_price integer,
  ADD COLUMN was_until timestamptz,
  ADD CHECK ((was_price IS NULL) = (was_until IS NULL));
CREATE INDEX books_reduced ON books (was_until) WHERE was_until IS NOT NULL;
