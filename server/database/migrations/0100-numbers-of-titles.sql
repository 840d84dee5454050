-- Numbers in titles are read as queries' are ('One Hundred Years' is '100 Years'): the index is built again, while the
-- shop sells.
TRUNCATE search.books, search.texts, search.works, search.forms, search.form_blocks, search.words, search.spellings,
  search.changes, search.unindexed, search.survey;
