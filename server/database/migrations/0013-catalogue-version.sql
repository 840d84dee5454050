-- The catalogue version: raised in the transaction of every change of what public reads read, whoever makes it, and
-- announced on the channel catalogue_version. Whoever keeps an answer made from the catalogue keeps the version with it.

CREATE TABLE catalogue_version (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL
);
INSERT INTO catalogue_version (version) VALUES (1);

-- Once per transaction, at its end: the row's lock is the last one taken and held during the commit alone, so that
-- nobody deadlocks over it and versions rise in the order of the commits. The announcement's first word is the version;
-- what changed may follow it one day. Sessions that ask for it are told in their own answer, too, before the commit
-- returns: as INFO, which no client_min_messages holds back.
CREATE FUNCTION raise_catalogue_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  raised bigint;
BEGIN
  IF current_setting('dogear.catalogue_raised', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('dogear.catalogue_raised', 'yes', true);
  UPDATE public.catalogue_version SET version = version + 1 RETURNING version INTO raised;
  PERFORM pg_notify('catalogue_version', raised::text);
  IF current_setting('dogear.tell_catalogue_version', true) = 'on' THEN
    RAISE INFO 'catalogue_version %', raised;
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER books_added_raise_version AFTER INSERT OR DELETE ON books
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE CONSTRAINT TRIGGER books_changed_raise_version AFTER UPDATE ON books
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER books_emptied_raise_version AFTER TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE CONSTRAINT TRIGGER categories_added_raise_version AFTER INSERT OR DELETE ON categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE CONSTRAINT TRIGGER categories_changed_raise_version AFTER UPDATE ON categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER categories_emptied_raise_version AFTER TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

-- What books show of their seller. An account comes before its first book and goes after its last one, so only its
-- changes can be seen.
CREATE CONSTRAINT TRIGGER sellers_changed_raise_version AFTER UPDATE ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.id, OLD.name, OLD.email, OLD.email_verified, OLD.closed_at)
    IS DISTINCT FROM (NEW.id, NEW.name, NEW.email, NEW.email_verified, NEW.closed_at))
  EXECUTE FUNCTION raise_catalogue_version();
