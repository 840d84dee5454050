-- Owner: search
-- Works have forms in place of a key (search/works). The index is emptied; the shop builds it again in the background.
TRUNCATE search.books, search.texts, search.works, search.words, search.spellings, search.changes, search.unindexed,
  search.survey;
ALTER TABLE search.works DROP COLUMN key;

-- What copies say of which book they are. Those that say the same are one form: how forms are put into works is worked out
-- when a form is new or gone, not for each copy.
CREATE TABLE search.forms (
  -- A hash of the other columns.
  id uuid PRIMARY KEY,
  work_id uuid NOT NULL REFERENCES search.works,
  title text NOT NULL,
  author text NOT NULL,
  isbn text,
  language text
);
CREATE INDEX forms_of_work ON search.forms (work_id);
-- Forms of one work share a block with another of them: a title with a last name, or an ISBN.
CREATE TABLE search.form_blocks (
  block text COLLATE "C",
  form_id uuid,
  PRIMARY KEY (block, form_id)
);
ALTER TABLE search.books ADD COLUMN form_id uuid NOT NULL;
