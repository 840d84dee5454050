-- The three shelves of every shop. Their pictures are files of the client.
INSERT INTO categories (slug, image_url, description, position) VALUES
  ('novel-book', '/categories/novel-book.svg',
   'Long stories for long evenings: literary novels, crime, romance, science fiction and everything else that wants to be read to the last page.', 1),
  ('story-book', '/categories/story-book.svg',
   'Short stories, fairy tales and picture books: for reading aloud, for the tram, for bedtime, and for everyone who likes an ending within reach.', 2),
  ('cook-book', '/categories/cook-book.svg',
   'Recipes with stains in the right places: baking, regional kitchens, vegetables, preserving and the one dish that your aunt never wrote down.', 3);
