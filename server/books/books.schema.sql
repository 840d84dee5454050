-- Books, their former prices, the lists that sellers import, and what is known of editions and sellers.

-- Imported lists of books: what came of each, so that a whole list can be taken back.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seller_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- The name of the seller's file; empty once the account was closed or handed over.
  file_name text NOT NULL,
  begun_at timestamptz NOT NULL,
  -- Rows that are done, and what came of them; written with each batch of books.
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

CREATE TABLE books (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seller_id uuid NOT NULL REFERENCES accounts,
  title text NOT NULL,
  author text NOT NULL,
  description text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  category text REFERENCES categories (slug),
  condition text CHECK (condition IN ('excellent', 'good', 'fair')),
  original_price integer NOT NULL CHECK (original_price >= 0),
  resale_price integer NOT NULL CHECK (resale_price >= 50),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  year_of_purchase integer NOT NULL,
  mobile_number text NOT NULL DEFAULT '',
  -- URLs of the pictures; the first is the cover.
  images text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'unsold' CHECK (state IN ('unsold', 'claimed', 'sold')),
  is_advertised boolean NOT NULL DEFAULT false,
  advertised_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The seller took it off the list. A reserved copy can't be taken off.
  removed_at timestamptz,
  -- The source of the listing, if it has a name: a row of an imported list, or a filled-in form. The same source again
  -- adds nothing.
  source_key text,
  -- The edition, each fact by itself and none required: the ISBN as thirteen digits, the language as a code of BCP 47.
  isbn text,
  publisher text,
  year_published integer,
  language text,
  binding text,
  -- Raised by each edit. An edit names the revision that it read, so that it doesn't overwrite a later one.
  revision integer NOT NULL DEFAULT 1,
  -- Former price, shown beside a lowered one, and until when. Lists read it with the book.
  was_price integer,
  was_until timestamptz,
  -- Shown to its seller alone: all their listings are paused, or this one is, or it was taken down. Lists, counts and the
  -- race for a copy read nothing else.
  is_paused boolean NOT NULL DEFAULT false,
  -- An admin took it down, for a choice of reasons and in the admin's own words. It stays paused whatever its seller does.
  taken_down_at timestamptz,
  taken_down_for text,
  take_down_note text,
  -- Its seller paused this listing alone.
  paused_at timestamptz,
  -- When what is shown of it changed last; null where nothing did since it was listed. The site map has it.
  changed_at timestamptz,
  import_id uuid REFERENCES imports ON DELETE SET NULL,
  CHECK (state <> 'claimed' OR removed_at IS NULL),
  CHECK ((was_price IS NULL) = (was_until IS NULL)),
  CONSTRAINT books_taken_down_with_a_reason CHECK (num_nulls(taken_down_at, taken_down_for, take_down_note) IN (0, 3)),
  CONSTRAINT books_taken_down_are_paused CHECK (taken_down_at IS NULL OR is_paused),
  CONSTRAINT books_paused_alone_are_paused CHECK (paused_at IS NULL OR is_paused)
);

-- For sale: read backwards, an index by price answers the other order.
CREATE INDEX books_unsold_newest ON books (created_at DESC, id DESC)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_of_category ON books (category, created_at DESC, id DESC)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_by_price ON books (resale_price, id)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_of_category_by_price ON books (category, resale_price, id)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_of_seller ON books (seller_id, created_at DESC, id DESC)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_of_seller_by_price ON books (seller_id, resale_price, id)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_advertised ON books (seller_id, advertised_at DESC)
  WHERE is_advertised AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused;

CREATE INDEX books_newest ON books (created_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX books_newest_of_category ON books (category, created_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX books_of_seller ON books (seller_id, created_at DESC, id DESC) WHERE removed_at IS NULL;
-- The figures of the last weeks read what was removed; the rest is in books_newest.
CREATE INDEX books_removed_newest ON books (created_at) WHERE removed_at IS NOT NULL;
CREATE INDEX books_reduced ON books (was_until) WHERE was_until IS NOT NULL;
-- The latest listing of an edition.
CREATE INDEX books_of_edition ON books (isbn, created_at DESC) WHERE isbn IS NOT NULL AND taken_down_at IS NULL;
CREATE INDEX books_of_import ON books (import_id) WHERE import_id IS NOT NULL;
CREATE UNIQUE INDEX books_listed_once ON books (seller_id, source_key) WHERE source_key IS NOT NULL;

CREATE CONSTRAINT TRIGGER books_added_raise_version AFTER INSERT OR DELETE ON books
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE CONSTRAINT TRIGGER books_changed_raise_version AFTER UPDATE ON books
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER books_emptied_raise_version AFTER TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE FUNCTION date_changed_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER changed_books_are_dated BEFORE UPDATE ON books FOR EACH ROW
  WHEN ((OLD.title, OLD.author, OLD.description, OLD.category, OLD.condition, OLD.location, OLD.original_price,
      OLD.resale_price, OLD.was_price, OLD.currency, OLD.year_of_purchase, OLD.images, OLD.state, OLD.is_paused,
      OLD.isbn, OLD.publisher, OLD.year_published, OLD.language, OLD.binding)
    IS DISTINCT FROM (NEW.title, NEW.author, NEW.description, NEW.category, NEW.condition, NEW.location,
      NEW.original_price, NEW.resale_price, NEW.was_price, NEW.currency, NEW.year_of_purchase, NEW.images, NEW.state,
      NEW.is_paused, NEW.isbn, NEW.publisher, NEW.year_published, NEW.language, NEW.binding))
  EXECUTE FUNCTION date_changed_books();

-- The counts of categories, see categories.schema.sql.
CREATE FUNCTION note_category_counts() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER books_added_are_counted AFTER INSERT ON books
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_category_counts();
CREATE TRIGGER books_changed_are_counted AFTER UPDATE ON books
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_category_counts();
CREATE TRIGGER books_deleted_are_counted AFTER DELETE ON books
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_category_counts();

-- Former prices of a copy, and until when each held: a row for each change, written together with it.
CREATE TABLE book_prices (
  -- Order of a book's price changes by number, because clocks are put back.
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  resale_price integer NOT NULL,
  currency text NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX book_prices_of_book ON book_prices (book_id, until);

-- Append-only, as the audit log is (accounts.schema.sql); a row goes with its book only. The right to change stays, because
-- the database locks these rows with it where a book's id is written, and the trigger alone lets nothing pass.
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

-- The list that a seller imports on the screen, from the upload until its books are listed: one at a time. It is in the
-- database because every instance has to read it.
CREATE TABLE brought_lists (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  file_name text NOT NULL,
  -- Content of the file, unchanged. Null once it was imported or dropped; the row then only counts. Not compressed by
  -- the database: it is compressed already as far as it matters, and read as a whole.
  content bytea,
  -- The seller's choice; null while what is found in the file counts.
  encoding text,
  -- Values for all books, by column, and the seller's corrections of cells, by line and column.
  given jsonb NOT NULL DEFAULT '{}',
  corrections jsonb NOT NULL DEFAULT '{}',
  -- Raised by each change, and by each upload.
  revision integer NOT NULL DEFAULT 1,
  brought_at timestamptz NOT NULL,
  -- How many lists were uploaded on the day of brought_at (UTC).
  brought_that_day integer NOT NULL DEFAULT 1,
  -- While its books are being listed.
  import_id uuid REFERENCES imports ON DELETE SET NULL
);
ALTER TABLE brought_lists ALTER COLUMN content SET STORAGE EXTERNAL;

-- Cache of a book service's facts of an edition, by ISBN, so that each is looked up once in a while; facts is null
-- where it knows nothing.
CREATE TABLE edition_lookups (
  isbn text PRIMARY KEY CHECK (isbn ~ '^97[89][0-9]{10}$'),
  facts jsonb,
  looked_up_at timestamptz NOT NULL
);

-- How many copies of a seller were paid, counted as categories are: noted when an order enters such a state or leaves it
-- (orders.schema.sql), and added to the sums each minute.
CREATE TABLE seller_sales (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  sold bigint NOT NULL
);
CREATE TABLE seller_sale_changes (
  seller_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  sold bigint NOT NULL
);
CREATE INDEX seller_sale_changes_of_seller ON seller_sale_changes (seller_id);

-- The seller's page changes with the number, also where the book of the order doesn't change, as with a late refund.
CREATE CONSTRAINT TRIGGER sales_raise_version AFTER INSERT ON seller_sale_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();

-- How soon a seller answers, for those of whom there is something to say. Written only when the word changes, which renders
-- cached pages again.
CREATE TABLE seller_answers (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  within text NOT NULL CHECK (within IN ('hour', 'day', 'days'))
);
CREATE CONSTRAINT TRIGGER answers_said_raise_version AFTER INSERT OR DELETE ON seller_answers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE CONSTRAINT TRIGGER answers_changed_raise_version AFTER UPDATE ON seller_answers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER answers_emptied_raise_version AFTER TRUNCATE ON seller_answers
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

-- The parts of the site map, by the number that is in their address: where each begins. A part ends where the next begins,
-- the last never. Stored, so that an address that a crawler has read lists the same books on every process. Each hour their
-- sizes are looked up, and a part that has grown too long is split.
CREATE TABLE site_map_parts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('books', 'sellers')),
  -- The first book posted then or later; always the epoch for sellers, who are in the order of their ids.
  posted_at timestamptz NOT NULL DEFAULT 'epoch',
  start_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  entries integer NOT NULL DEFAULT 0,
  changed_at timestamptz,
  UNIQUE (kind, posted_at, start_id)
);
INSERT INTO site_map_parts (kind) VALUES ('books'), ('sellers');
