-- The books that an account marked as favourites. Only that account reads them, and they say nothing about the catalogue.
CREATE TABLE favourites (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, book_id)
);
CREATE INDEX favourites_latest ON favourites (account_id, added_at DESC, book_id DESC);
CREATE INDEX favourites_of_book ON favourites (book_id);
