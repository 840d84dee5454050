-- Owner: search
-- Sums of the search index, for the counts beside filters: kept by triggers in the transaction of each batch, so that they
-- are what counting would find, survive an interrupted batch and are built together with the index.

-- Copies for sale by all the facts of few values together. Any filter of these is a sum over some hundred rows.
CREATE TABLE search.counts (
  category text,
  condition text,
  language text,
  binding text,
  is_verified boolean NOT NULL,
  has_photo boolean NOT NULL,
  copies integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (category, condition, language, binding, is_verified, has_photo)
);

-- Copies for sale by place.
CREATE TABLE search.places (
  place text PRIMARY KEY COLLATE "C",
  -- As one of its sellers spells it.
  location text NOT NULL,
  copies integer NOT NULL
);

-- Adds the copies of a statement to the sums, or subtracts them: the trigger's argument is 1 or -1.
CREATE FUNCTION search.count_copies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := TG_ARGV[0];
BEGIN
  INSERT INTO search.counts AS kept (category, condition, language, binding, is_verified, has_photo, copies)
  SELECT category, condition, language, binding, is_verified, has_photo, sign * count(*) FROM changed
  WHERE availability = 0 GROUP BY category, condition, language, binding, is_verified, has_photo
  ON CONFLICT (category, condition, language, binding, is_verified, has_photo)
    DO UPDATE SET copies = kept.copies + EXCLUDED.copies;
  INSERT INTO search.places AS kept (place, location, copies)
  SELECT place, max(location), sign * count(*) FROM changed WHERE availability = 0 AND place <> '' GROUP BY place
  ON CONFLICT (place) DO UPDATE SET copies = kept.copies + EXCLUDED.copies,
    location = CASE WHEN sign = 1 THEN EXCLUDED.location ELSE kept.location END;
  IF sign = -1 THEN
    DELETE FROM search.counts WHERE copies = 0;
    DELETE FROM search.places kept USING changed WHERE kept.place = changed.place AND kept.copies = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER added_copies_are_counted AFTER INSERT ON search.books
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.count_copies('1');
CREATE TRIGGER changed_copies_are_counted AFTER UPDATE ON search.books
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.count_copies('1');
CREATE TRIGGER former_copies_are_subtracted AFTER UPDATE ON search.books
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.count_copies('-1');
CREATE TRIGGER removed_copies_are_subtracted AFTER DELETE ON search.books
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.count_copies('-1');

CREATE FUNCTION search.forget_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE search.counts, search.places;
  RETURN NULL;
END $$;
CREATE TRIGGER emptied_index_has_no_counts AFTER TRUNCATE ON search.books
  FOR EACH STATEMENT EXECUTE FUNCTION search.forget_counts();

INSERT INTO search.counts (category, condition, language, binding, is_verified, has_photo, copies)
SELECT category, condition, language, binding, is_verified, has_photo, count(*) FROM search.books
WHERE availability = 0 GROUP BY category, condition, language, binding, is_verified, has_photo;
INSERT INTO search.places (place, location, copies)
SELECT place, max(location), count(*) FROM search.books WHERE availability = 0 AND place <> '' GROUP BY place;
