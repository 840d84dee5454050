-- The search index. All of it is derived from books and accounts, so it has a schema of its own, which no backup
-- contains: where it is empty, it is built again while the shop sells.
CREATE SCHEMA search;

-- Queue of changed books, indexed within a second.
CREATE TABLE search.changes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  book_id uuid NOT NULL
);

-- A work: copies of the same title by the same author.
CREATE TABLE search.works (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  key text NOT NULL COLLATE "C" UNIQUE,
  title text NOT NULL,
  author text NOT NULL,
  -- Normalized words of title and author, separated by spaces.
  title_words text NOT NULL COLLATE "C",
  author_words text NOT NULL COLLATE "C",
  -- Title for look-up: without a leading article, or the series in brackets.
  main_title text NOT NULL COLLATE "C",
  words tsvector NOT NULL,
  -- Sums of its copies for sale; the newest of all where none is.
  for_sale integer NOT NULL DEFAULT 0,
  is_reserved boolean NOT NULL DEFAULT false,
  lowest_price integer,
  newest_at timestamptz,
  -- Facts that filters compare, of its copies for sale, hashed (facts.rules.ts). Only the program computes them.
  facts integer[] NOT NULL
);
-- Full-text index of words and facts together: it finds works with the words and a possibly matching copy, without
-- reading the copies of each. A batch's words go in together and sorted, once its rows are there
-- (gin_clean_pending_list): otherwise each frequent word would be looked up for each row.
CREATE INDEX works_by_word ON search.works USING gin (words, facts);
CREATE INDEX works_by_title ON search.works (main_title);
CREATE INDEX works_newest ON search.works (newest_at DESC, id DESC) WHERE for_sale > 0;
CREATE INDEX works_gone ON search.works (newest_at DESC, id DESC) WHERE for_sale = 0;
-- Other works by a book's author. The names of many authors together are longer than an index takes.
CREATE INDEX works_of_author ON search.works (left(author_words, 200), newest_at DESC, id DESC) WHERE for_sale > 0;

-- Whether any work has these words, by the index of words alone: some milliseconds, however frequent they are. Left
-- alone, PostgreSQL scans the table until a row matches, which for words that never come together is all of it.
CREATE FUNCTION search.has_work(asked tsquery) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off
AS $$ SELECT EXISTS (SELECT FROM search.works w WHERE w.words @@ asked) $$;

-- A copy that lists may show: for sale, reserved or sold.
CREATE TABLE search.books (
  book_id uuid PRIMARY KEY,
  work_id uuid NOT NULL REFERENCES search.works,
  -- 0 for sale, 1 reserved, 2 sold.
  availability smallint NOT NULL,
  price integer NOT NULL,
  posted_at timestamptz NOT NULL,
  category text,
  condition text,
  year_published integer,
  language text,
  binding text,
  location text NOT NULL,
  -- The normalized location, for comparing.
  place text NOT NULL,
  seller_id uuid NOT NULL,
  is_verified boolean NOT NULL,
  has_photo boolean NOT NULL,
  isbn text
);
-- Index-only scans for filters and facet counts: a search for a word of a thousand works reads four thousand copies.
CREATE INDEX copies_of_work ON search.books (work_id, availability, posted_at DESC) INCLUDE (
  book_id, category, condition, language, binding, location, place, price, year_published, seller_id, is_verified, has_photo
);
CREATE INDEX books_by_isbn ON search.books (isbn) WHERE isbn IS NOT NULL;
CREATE INDEX books_newest ON search.books (posted_at DESC, book_id DESC) WHERE availability = 0;
CREATE INDEX books_by_price ON search.books (price, book_id) WHERE availability = 0;
CREATE INDEX books_of_category ON search.books (category, posted_at DESC, book_id DESC) WHERE availability = 0;
CREATE INDEX books_in_language ON search.books (language, posted_at DESC, book_id DESC) WHERE availability = 0;
CREATE INDEX books_at_place ON search.books (place, posted_at DESC, book_id DESC) WHERE availability = 0;
CREATE INDEX books_of_seller ON search.books (seller_id, posted_at DESC, book_id DESC) WHERE availability = 0;
CREATE INDEX books_of_year ON search.books (year_published, posted_at DESC) WHERE availability = 0;

-- All words of a copy for sale, those of its publisher and description included.
CREATE TABLE search.texts (
  book_id uuid PRIMARY KEY REFERENCES search.books ON DELETE CASCADE,
  words tsvector NOT NULL
);
CREATE INDEX texts_by_word ON search.texts USING gin (words) WITH (fastupdate = on);

-- Dictionary: words of titles and authors, with the number of works of each.
CREATE TABLE search.words (
  word text PRIMARY KEY COLLATE "C",
  works integer NOT NULL
);
-- Spelling variants: a word with a letter left out, and itself. Two words that share a variant differ by a typo.
CREATE TABLE search.spellings (
  spelling text COLLATE "C",
  word text COLLATE "C" REFERENCES search.words ON DELETE CASCADE,
  PRIMARY KEY (spelling, word)
);
CREATE INDEX spellings_of_word ON search.spellings (word);

-- Queue of a full build, after an update or a restore: all books, some ten thousand at a time, indexed thousands at a
-- time in order of title, so that the copies of a work come together and it is written once.
CREATE TABLE search.unindexed (
  title text NOT NULL COLLATE "C",
  book_id uuid NOT NULL,
  PRIMARY KEY (title, book_id)
);
-- Progress of the full build: a single row, and none before it begins. Books listed meanwhile are queued as changes, so
-- that a row there says nothing of the others.
CREATE TABLE search.survey (
  noted_to uuid NOT NULL,
  is_done boolean NOT NULL,
  -- Progress within the queue. Its rows are deleted together at the end: in a table emptied batch by batch each batch
  -- would step over all dead rows.
  indexed_title text NOT NULL DEFAULT '' COLLATE "C",
  indexed_book uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
CREATE UNIQUE INDEX survey_is_one ON search.survey ((true));

CREATE FUNCTION note_search_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search.changes (book_id) SELECT id FROM after;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search.changes (book_id) SELECT id FROM before;
  ELSE
    INSERT INTO search.changes (book_id)
    SELECT now.id FROM after now JOIN before was ON was.id = now.id
    WHERE (now.state, now.is_paused, now.removed_at, now.taken_down_at, now.resale_price, now.title, now.author,
        now.description, now.category, now.condition, now.location, now.images, now.isbn, now.publisher,
        now.year_published, now.language, now.binding, now.created_at)
      IS DISTINCT FROM (was.state, was.is_paused, was.removed_at, was.taken_down_at, was.resale_price, was.title,
        was.author, was.description, was.category, was.condition, was.location, was.images, was.isbn, was.publisher,
        was.year_published, was.language, was.binding, was.created_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER books_added_are_searched AFTER INSERT ON books
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_search_changes();
CREATE TRIGGER books_changed_are_searched AFTER UPDATE ON books
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_search_changes();
CREATE TRIGGER books_deleted_are_searched AFTER DELETE ON books
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_search_changes();

CREATE FUNCTION note_verified_sellers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (book_id) SELECT id FROM public.books WHERE seller_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER verified_sellers_are_searched AFTER UPDATE OF email_verified ON accounts
  FOR EACH ROW WHEN (OLD.email_verified <> NEW.email_verified) EXECUTE FUNCTION note_verified_sellers();
