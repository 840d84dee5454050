-- Owner: database
-- Kind: expand
-- What each commit changed of what public pages show, by the names of its buckets (server/database/buckets). A row is
-- inserted beside the change, so that writers never wait for each other; a process reads those that its last snapshot
-- didn't see. Unlogged: a crash ends every connection, and with it all that processes have cached.
CREATE UNLOGGED TABLE catalogue_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  buckets text[] NOT NULL
);
CREATE INDEX catalogue_changes_by_xid ON catalogue_changes (xid);

-- The newest transaction whose row was deleted: a process that read before it has missed changes.
CREATE UNLOGGED TABLE forgotten_changes (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  up_to xid8 NOT NULL
);

-- Buckets that a book's change is in; `was` is null for a new book, `became` for a deleted one. A list of books depends on
-- the books that it shows and on those that enter it: one that is listed, or comes back, or changes places.
CREATE FUNCTION buckets_of_book(was books, became books) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  buckets text[] := ARRAY['book ' || coalesce(became.id, was.id)];
  was_listed boolean := coalesce(was.removed_at IS NULL AND was.taken_down_at IS NULL
    AND (was.state <> 'unsold' OR NOT was.is_paused), false);
  is_listed boolean := coalesce(became.removed_at IS NULL AND became.taken_down_at IS NULL
    AND (became.state <> 'unsold' OR NOT became.is_paused), false);
  was_for_sale boolean := was_listed AND was.state = 'unsold';
  is_for_sale boolean := is_listed AND became.state = 'unsold';
  moved boolean := (was.seller_id, was.category, was.created_at)
    IS DISTINCT FROM (became.seller_id, became.category, became.created_at);
  scope text;
BEGIN
  IF coalesce(was.is_advertised, false) OR coalesce(became.is_advertised, false) THEN
    buckets := buckets || text 'advertised';
  END IF;
  -- A new book is newer than all others, but for clocks and long transactions.
  IF (is_listed AND (moved OR NOT was_listed)) OR (is_for_sale AND NOT was_for_sale) THEN
    FOREACH scope IN ARRAY ARRAY['all', 'category ' || became.category, 'seller ' || became.seller_id] LOOP
      buckets := buckets || ('new ' || scope);
      IF was.id IS NOT NULL OR became.created_at < clock_timestamp() - interval '10 minutes' THEN
        buckets := buckets || ('back ' || scope);
      END IF;
    END LOOP;
  END IF;
  IF was_for_sale AND is_for_sale
    AND (was.resale_price, was.currency) IS DISTINCT FROM (became.resale_price, became.currency) THEN
    buckets := buckets || ARRAY['priced all', 'priced category ' || became.category, 'priced seller ' || became.seller_id];
  END IF;
  IF was_for_sale <> is_for_sale OR (is_for_sale AND moved) THEN
    buckets := buckets || ARRAY['count all', 'count category ' || was.category, 'count category ' || became.category,
      'count seller ' || was.seller_id, 'count seller ' || became.seller_id];
  END IF;
  -- Whether a seller can be seen, and is away. A sale of a listed book changes neither.
  IF was.id IS NULL OR became.id IS NULL
    OR (was.seller_id, was.removed_at, was.taken_down_at, was.is_paused, was.paused_at)
      IS DISTINCT FROM (became.seller_id, became.removed_at, became.taken_down_at, became.is_paused, became.paused_at)
    OR (was.state <> became.state AND NOT (was_listed AND is_listed AND NOT became.is_paused)) THEN
    buckets := buckets || ARRAY['seller ' || was.seller_id, 'seller ' || became.seller_id];
  END IF;
  RETURN buckets;
END $$;

CREATE FUNCTION note_changed_books() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Of a statement that changes more books, all pages are forgotten.
  most constant integer := 300;
  noted text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (SELECT count(*) FROM (SELECT FROM after LIMIT most + 1) counted) <= most THEN
      SELECT array_agg(DISTINCT bucket) INTO noted
      FROM after n CROSS JOIN unnest(public.buckets_of_book(NULL, ROW(n.*)::public.books)) AS bucket
      WHERE bucket IS NOT NULL;
    ELSE
      noted := '{everything}';
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF (SELECT count(*) FROM (SELECT FROM before LIMIT most + 1) counted) <= most THEN
      SELECT array_agg(DISTINCT bucket) INTO noted
      FROM before o CROSS JOIN unnest(public.buckets_of_book(ROW(o.*)::public.books, NULL)) AS bucket
      WHERE bucket IS NOT NULL;
    ELSE
      noted := '{everything}';
    END IF;
  ELSIF (SELECT count(*) FROM (SELECT FROM after LIMIT most + 1) counted) <= most THEN
    -- A book whose id changes counts as deleted and as new.
    SELECT array_agg(DISTINCT bucket) INTO noted
    FROM before o FULL JOIN after n ON n.id = o.id
    CROSS JOIN unnest(public.buckets_of_book(CASE WHEN o.id IS NOT NULL THEN ROW(o.*)::public.books END,
      CASE WHEN n.id IS NOT NULL THEN ROW(n.*)::public.books END)) AS bucket
    WHERE bucket IS NOT NULL AND ROW(o.*) IS DISTINCT FROM ROW(n.*);
  ELSE
    noted := '{everything}';
  END IF;
  INSERT INTO public.catalogue_changes (buckets) SELECT noted WHERE noted <> '{}';
  RETURN NULL;
END $$;
CREATE TRIGGER books_added_are_noted AFTER INSERT ON books
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_books();
CREATE TRIGGER books_changed_are_noted AFTER UPDATE ON books
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_books();
CREATE TRIGGER books_deleted_are_noted AFTER DELETE ON books
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_changed_books();

-- Notes the bucket of its argument.
CREATE FUNCTION note_changed_bucket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.catalogue_changes (buckets) VALUES (ARRAY[TG_ARGV[0]]);
  RETURN NULL;
END $$;
CREATE TRIGGER books_emptied_are_noted AFTER TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_bucket('everything');
CREATE TRIGGER categories_added_are_noted AFTER INSERT OR DELETE ON categories
  FOR EACH ROW EXECUTE FUNCTION note_changed_bucket('categories');
CREATE TRIGGER categories_changed_are_noted AFTER UPDATE ON categories
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_changed_bucket('categories');
CREATE TRIGGER categories_emptied_are_noted AFTER TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_bucket('everything');
CREATE TRIGGER settings_are_noted AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH ROW EXECUTE FUNCTION note_changed_bucket('everything');
CREATE TRIGGER settings_emptied_are_noted AFTER TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_bucket('everything');
CREATE TRIGGER hidden_wanted_is_noted AFTER INSERT OR UPDATE OR DELETE ON hidden_wanted
  FOR EACH ROW EXECUTE FUNCTION note_changed_bucket('wanted');
CREATE TRIGGER hidden_wanted_emptied_is_noted AFTER TRUNCATE ON hidden_wanted
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_bucket('wanted');

-- What is said of a seller beside their name.
CREATE FUNCTION note_changed_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO public.catalogue_changes (buckets) VALUES (ARRAY['seller ' || OLD.seller_id]);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO public.catalogue_changes (buckets) VALUES (ARRAY['seller ' || NEW.seller_id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sales_are_noted AFTER INSERT ON seller_sale_changes
  FOR EACH ROW EXECUTE FUNCTION note_changed_seller();
CREATE TRIGGER answers_said_are_noted AFTER INSERT OR DELETE ON seller_answers
  FOR EACH ROW EXECUTE FUNCTION note_changed_seller();
CREATE TRIGGER answers_changed_are_noted AFTER UPDATE ON seller_answers
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION note_changed_seller();
CREATE TRIGGER answers_emptied_are_noted AFTER TRUNCATE ON seller_answers
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_bucket('everything');

-- The seller's public fields, which each of their books shows.
CREATE FUNCTION note_changed_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.catalogue_changes (buckets)
  VALUES (ARRAY['name ' || OLD.id, 'name ' || NEW.id, 'seller ' || OLD.id, 'seller ' || NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER sellers_changed_are_noted AFTER UPDATE ON accounts FOR EACH ROW
  WHEN ((OLD.id, OLD.name, OLD.email, OLD.email_verified, OLD.closed_at, OLD.photo_url, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.name, NEW.email, NEW.email_verified, NEW.closed_at, NEW.photo_url, NEW.created_at))
  EXECUTE FUNCTION note_changed_account();

-- The version of the whole catalogue, for which commits wait in a queue, is raised only while a program that goes by it
-- is connected, one without this migration: its listener has this name, ours has another.
CREATE OR REPLACE FUNCTION raise_catalogue_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised bigint;
BEGIN
  IF current_setting('dogear.catalogue_raised', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('dogear.catalogue_raised', 'yes', true);
  IF NOT EXISTS (SELECT FROM pg_stat_activity
    WHERE application_name = 'dogear listener' AND datname = current_database()) THEN
    RETURN NULL;
  END IF;
  UPDATE public.catalogue_version SET version = version + 1 RETURNING version INTO raised;
  PERFORM pg_notify('catalogue_version', raised::text);
  IF current_setting('dogear.tell_catalogue_version', true) = 'on' THEN
    RAISE INFO 'catalogue_version %', raised;
  END IF;
  RETURN NULL;
END $$;
