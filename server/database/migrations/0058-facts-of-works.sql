-- What filters ask of a work's copies for sale stands beside its words, each fact as a number (facts.rules.ts). One index
-- tells which works have the words and may have a copy that fits; before, the copies of each work with the words were
-- looked at. The search is built again, in the background, as after a restore: the program alone numbers facts.
TRUNCATE search.books, search.texts, search.works, search.words, search.spellings, search.changes, search.unindexed,
  search.survey;
ALTER TABLE search.works ADD COLUMN facts integer[] NOT NULL;
DROP INDEX search.works_by_word;
CREATE INDEX works_by_word ON search.works USING gin (words, facts);
