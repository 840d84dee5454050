-- A book's page shows what else is for sale by its author. The names of many authors together are longer than an index
-- takes.
CREATE INDEX works_of_author ON search.works (left(author_words, 200), newest_at DESC, id DESC) WHERE for_sale > 0;
