-- Where nothing was indexed yet, after an update or a restore, all books are noted here, some ten thousand at a time, and
-- indexed thousands at a time. By their titles, so that the copies of a work come together and it is written once.
CREATE TABLE search.unindexed (
  title text NOT NULL COLLATE "C",
  book_id uuid NOT NULL,
  PRIMARY KEY (title, book_id)
);
-- How far that is: one row, and none where it has yet to begin. What is listed meanwhile is noted among the changes, so
-- that whether these have any says nothing of the others.
CREATE TABLE search.survey (
  noted_to uuid NOT NULL,
  is_done boolean NOT NULL
);
CREATE UNIQUE INDEX survey_is_one ON search.survey ((true));
INSERT INTO search.survey (noted_to, is_done)
SELECT 'ffffffff-ffff-ffff-ffff-ffffffffffff', true WHERE EXISTS (SELECT FROM search.books);

-- The words of a batch go into these indexes together and sorted, once its rows are there (gin_clean_pending_list): word
-- by word, each frequent word is looked up anew for each row.
ALTER INDEX search.works_by_word SET (fastupdate = on);
ALTER INDEX search.texts_by_word SET (fastupdate = on);
