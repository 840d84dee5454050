-- The list that a seller brings on the screen, from the upload until its books are listed: one at a time. In the
-- database, since every instance has to read it.
CREATE TABLE brought_lists (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  file_name text NOT NULL,
  -- As it came. Null once it was imported or dropped; the row then only counts.
  content bytea,
  -- As the seller named it; null while what is found in the file counts.
  encoding text,
  -- What holds for all books, by column, and what the seller wrote in place of cells, by line and column.
  given jsonb NOT NULL DEFAULT '{}',
  corrections jsonb NOT NULL DEFAULT '{}',
  -- Raised by each change, and by each upload.
  revision integer NOT NULL DEFAULT 1,
  brought_at timestamptz NOT NULL,
  -- How many lists were brought on the day of brought_at (UTC).
  brought_that_day integer NOT NULL DEFAULT 1,
  -- While its books are being listed.
  import_id uuid REFERENCES imports ON DELETE SET NULL
);
-- Compressed already as far as it matters, and read as a whole.
ALTER TABLE brought_lists ALTER COLUMN content SET STORAGE EXTERNAL;
