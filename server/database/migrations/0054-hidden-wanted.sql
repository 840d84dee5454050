-- What several people wait for, known by its words in one order, however they are typed. Summed up anew each hour.
DELETE FROM wanted;
ALTER TABLE wanted ADD COLUMN key text NOT NULL COLLATE "C";

-- What an admin doesn't want on the home page, whoever waits for it.
CREATE TABLE hidden_wanted (
  key text PRIMARY KEY COLLATE "C"
);
CREATE CONSTRAINT TRIGGER hidden_wanted_raises_version AFTER INSERT OR UPDATE OR DELETE ON hidden_wanted
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER hidden_wanted_emptied_raises_version AFTER TRUNCATE ON hidden_wanted
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
