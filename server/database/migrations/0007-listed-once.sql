-- What a listing was made from, if that has a name: a row of an imported list, or one filled-in form. The same source
-- again adds nothing.
ALTER TABLE books RENAME COLUMN import_key TO source_key;
ALTER INDEX books_imported_once RENAME TO books_listed_once;
