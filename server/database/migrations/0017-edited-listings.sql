-- How often a listing was edited: who edits it names the revision that they read, so that nobody writes over what
-- somebody else, or another tab, has saved meanwhile.
ALTER TABLE books ADD COLUMN revision integer NOT NULL DEFAULT 1;
