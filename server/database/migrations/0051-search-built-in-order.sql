-- How far the books that were never indexed are: taken in order and left where they are until all are done. A table that
-- is emptied batch by batch has each of them step over all that is gone.
ALTER TABLE search.survey
  ADD COLUMN indexed_title text NOT NULL DEFAULT '' COLLATE "C",
  ADD COLUMN indexed_book uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
