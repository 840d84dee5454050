-- Settings of the shop and texts of content pages that admins have saved. Each save is a row of its own: two that were
-- based on the same revision can't both be written (optimistic locking), and former texts, such as the terms of use of
-- a day, stay known.
CREATE TABLE settings (
  -- shop, or pages/ and the name of a content page.
  name text NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  -- All that admins have set so far by the names of contract/settings/, as written; of a page its Markdown, or null
  -- where it is the text that comes along again.
  value jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (name, revision)
);

-- Every page shows the club's name at least.
CREATE CONSTRAINT TRIGGER settings_raise_version AFTER INSERT OR UPDATE OR DELETE ON settings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER settings_emptied_raise_version AFTER TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
