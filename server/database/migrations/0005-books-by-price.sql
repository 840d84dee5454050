-- Shelves sorted by price, in both directions: read backwards, an index answers the other one.
CREATE INDEX books_unsold_by_price ON books (resale_price, id) WHERE state = 'unsold' AND removed_at IS NULL;
CREATE INDEX books_unsold_of_category_by_price ON books (category, resale_price, id) WHERE state = 'unsold' AND removed_at IS NULL;
