-- Lists of books that sellers bring: what came of each, and which books came by it, so that a whole list can be taken
-- back. The column is added without touching a row; the index looks at each book once and holds none of them yet.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seller_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- As the seller's file was called; empty once the account was closed or has gone to somebody else.
  file_name text NOT NULL,
  begun_at timestamptz NOT NULL,
  -- Rows that are dealt with, and what came of them; written with each batch of books.
  rows_done integer NOT NULL DEFAULT 0,
  inserted integer NOT NULL DEFAULT 0,
  known integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  left_out integer NOT NULL DEFAULT 0,
  -- Null while it goes on, or where the program ended in the middle.
  finished_at timestamptz,
  taken_back_at timestamptz,
  -- How many books that took off the shop.
  removed integer,
  CHECK ((taken_back_at IS NULL) = (removed IS NULL))
);
CREATE INDEX imports_of_seller ON imports (seller_id, begun_at DESC, id DESC);

ALTER TABLE books ADD COLUMN import_id uuid REFERENCES imports ON DELETE SET NULL;
CREATE INDEX books_of_import ON books (import_id) WHERE import_id IS NOT NULL;
