-- A seller who is away for a while: their listings stay, and are shown to nobody but themselves. It is the account's, and
-- stands in each of its books, whatever becomes of them meanwhile, so that lists, counts and the race for a copy read
-- nothing but the book.
ALTER TABLE accounts ADD COLUMN listings_paused boolean NOT NULL DEFAULT false;
ALTER TABLE books ADD COLUMN is_paused boolean NOT NULL DEFAULT false;

-- What is for sale, from now on without these.
DROP INDEX books_unsold_newest, books_unsold_of_category, books_unsold_by_price, books_unsold_of_category_by_price,
  books_advertised;
CREATE INDEX books_unsold_newest ON books (created_at DESC, id DESC)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_of_category ON books (category, created_at DESC, id DESC)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_by_price ON books (resale_price, id)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_of_category_by_price ON books (category, resale_price, id)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_advertised ON books (seller_id, advertised_at DESC)
  WHERE is_advertised AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused;

-- As in migration 15, without paused ones.
CREATE OR REPLACE FUNCTION note_category_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO category_count_changes (category, unsold)
    SELECT category, count(*) FROM after
    WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused AND category IS NOT NULL GROUP BY category;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO category_count_changes (category, unsold)
    SELECT category, -count(*) FROM before
    WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused AND category IS NOT NULL GROUP BY category;
  ELSE
    INSERT INTO category_count_changes (category, unsold)
    SELECT category, sum(change) FROM (
      SELECT category, state, removed_at, is_paused, 1 AS change FROM after
      UNION ALL SELECT category, state, removed_at, is_paused, -1 FROM before
    ) changed
    WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused AND category IS NOT NULL
    GROUP BY category HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
