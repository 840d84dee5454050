-- What filters ask of the copies of a work, and what is counted of them, is read from the index alone: a search for a
-- word of a thousand works looks at four thousand copies.
CREATE INDEX copies_of_work ON search.books (work_id, availability, posted_at DESC) INCLUDE (
  book_id, category, condition, language, binding, location, place, price, year_published, seller_id, is_verified, has_photo
);
DROP INDEX search.books_of_work;
