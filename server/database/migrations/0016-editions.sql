-- What is known of the edition of a copy, each by itself and none of it needed: the ISBN as thirteen digits, the language
-- as a code of BCP 47.
ALTER TABLE books
  ADD COLUMN isbn text,
  ADD COLUMN publisher text,
  ADD COLUMN year_published integer,
  ADD COLUMN language text,
  ADD COLUMN binding text;
