-- Words are found by groups of three letters, and titles by their initials: the index is built again, while the shop
-- sells.
TRUNCATE search.books, search.texts, search.works, search.forms, search.form_blocks, search.words, search.spellings,
  search.changes, search.unindexed, search.survey;
