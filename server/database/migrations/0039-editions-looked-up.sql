-- What others know of an edition, by its ISBN, so that each is asked for once in a while; facts is null where they know
-- nothing of it.
CREATE TABLE edition_lookups (
  isbn text PRIMARY KEY CHECK (isbn ~ '^97[89][0-9]{10}$'),
  facts jsonb,
  looked_up_at timestamptz NOT NULL
);
-- The latest listing of an edition.
CREATE INDEX books_of_edition ON books (isbn, created_at DESC) WHERE isbn IS NOT NULL AND taken_down_at IS NULL;
