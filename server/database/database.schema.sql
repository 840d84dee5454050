-- The catalogue version: raised in the transaction of every change of what public reads read, and announced by NOTIFY
-- on the channel catalogue_version. A cache of such answers stores the version with each.

CREATE TABLE catalogue_version (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL
);
INSERT INTO catalogue_version (version) VALUES (1);

-- Runs once per transaction, in triggers deferred to its end: the row's lock is the last taken and lasts for the commit
-- alone, so that transactions can't deadlock over it and versions rise in the order of the commits. The announcement's
-- first word is the version. Sessions that ask for it read it in their own answer, too, before the commit returns: as INFO,
-- which no client_min_messages holds back.
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
