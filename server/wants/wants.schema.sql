-- Saved searches, their matches, and what several members wait for.

-- A want: a saved search, or a single copy that is reserved.
CREATE TABLE wants (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  book_id uuid REFERENCES books ON DELETE CASCADE,
  -- Filters and words, as an address's query.
  search text,
  name text NOT NULL,
  -- The rarest of its words: a new book is compared with the searches whose rarest word it has, and no others.
  key_word text COLLATE "C",
  often text NOT NULL CHECK (often IN ('at_once', 'daily', 'never')),
  created_at timestamptz NOT NULL,
  CHECK ((book_id IS NULL) <> (search IS NULL)),
  CHECK ((search IS NULL) = (key_word IS NULL))
);
CREATE UNIQUE INDEX wants_of_book ON wants (account_id, book_id) WHERE book_id IS NOT NULL;
CREATE UNIQUE INDEX wants_of_search ON wants (account_id, md5(search)) WHERE search IS NOT NULL;
CREATE INDEX wants_for_book ON wants (book_id) WHERE book_id IS NOT NULL;
CREATE INDEX wants_by_word ON wants (key_word, id) WHERE key_word IS NOT NULL AND often <> 'never';
CREATE INDEX wants_latest ON wants (account_id, created_at DESC, id DESC);

-- Matches of an account, so that it doesn't get two emails about a book.
CREATE TABLE want_matches (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  want_id uuid REFERENCES wants ON DELETE SET NULL,
  -- When the email with it is sent.
  mail_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, book_id)
);
CREATE INDEX want_matches_of_mail ON want_matches (account_id, mail_at);
CREATE INDEX want_matches_of_book ON want_matches (book_id);
CREATE INDEX want_matches_of_want ON want_matches (want_id);

-- Queue of books that came on sale, or changed while they are, to be compared with saved searches.
CREATE TABLE fresh_books (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE
);
CREATE INDEX fresh_books_by_book ON fresh_books (book_id);

CREATE FUNCTION note_fresh_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.wants) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.fresh_books (book_id)
    SELECT id FROM after WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
  ELSE
    INSERT INTO public.fresh_books (book_id)
    SELECT now.id FROM after now JOIN before was ON was.id = now.id
    WHERE now.state = 'unsold' AND now.removed_at IS NULL AND NOT now.is_paused
      AND (now.state, now.removed_at, now.is_paused, now.title, now.author, now.description, now.publisher, now.isbn,
          now.category, now.condition, now.location, now.resale_price, now.language, now.binding, now.year_published,
          now.images)
        IS DISTINCT FROM (was.state, was.removed_at, was.is_paused, was.title, was.author, was.description,
          was.publisher, was.isbn, was.category, was.condition, was.location, was.resale_price, was.language,
          was.binding, was.year_published, was.images);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER books_added_are_compared AFTER INSERT ON books
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_fresh_books();
CREATE TRIGGER books_changed_are_compared AFTER UPDATE ON books
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_fresh_books();

-- Listings of a seller whose email is unconfirmed cause no emails: they are compared once it is confirmed.
CREATE FUNCTION note_books_of_the_confirmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.fresh_books (book_id)
  SELECT id FROM public.books WHERE seller_id = NEW.id AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused
    AND EXISTS (SELECT FROM public.wants);
  RETURN NULL;
END $$;
CREATE TRIGGER books_of_the_confirmed_are_compared AFTER UPDATE OF email_verified ON accounts FOR EACH ROW
  WHEN (NEW.email_verified AND NOT OLD.email_verified) EXECUTE FUNCTION note_books_of_the_confirmed();

-- Searches that several members share, summed up each hour for the home page: words and a number, no names.
CREATE TABLE wanted (
  words text PRIMARY KEY COLLATE "C",
  people integer NOT NULL CHECK (people >= 2),
  -- The words in a fixed order, however they are typed.
  key text NOT NULL COLLATE "C"
);

-- Words that an admin has hidden from the home page (moderation).
CREATE TABLE hidden_wanted (
  key text PRIMARY KEY COLLATE "C"
);
CREATE CONSTRAINT TRIGGER hidden_wanted_raises_version AFTER INSERT OR UPDATE OR DELETE ON hidden_wanted
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER hidden_wanted_emptied_raises_version AFTER TRUNCATE ON hidden_wanted
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
