WITH given AS (
SELECT * FROM jsonb_to_recordset($1::jsonb) AS given("bookId" uuid, "workId" uuid,
availability smallint, price integer, "postedAt" timestamptz, category text, condition text, "yearPublished" integer,
language text, binding text, location text, place text, "sellerId" uuid, "isVerified" boolean,
"hasPhoto" boolean, isbn text, "formId" uuid)
), before AS (
SELECT b.work_id, b.form_id FROM search.books b JOIN given ON given."bookId" = b.book_id
), put AS (
INSERT INTO search.books AS kept (book_id, work_id, availability, price, posted_at, category, condition,
year_published, language, binding, location, place, seller_id, is_verified, has_photo, isbn, form_id)
SELECT "bookId", "workId", availability, price, "postedAt", category, condition, "yearPublished", language, binding,
location, place, "sellerId", "isVerified", "hasPhoto", isbn, "formId" FROM given
ON CONFLICT (book_id) DO UPDATE SET (work_id, availability, price, posted_at, category, condition, year_published,
language, binding, location, place, seller_id, is_verified, has_photo, isbn, form_id)
= ROW (EXCLUDED.work_id, EXCLUDED.availability, EXCLUDED.price, EXCLUDED.posted_at, EXCLUDED.category,
EXCLUDED.condition, EXCLUDED.year_published, EXCLUDED.language, EXCLUDED.binding, EXCLUDED.location,
EXCLUDED.place, EXCLUDED.seller_id, EXCLUDED.is_verified, EXCLUDED.has_photo, EXCLUDED.isbn, EXCLUDED.form_id)
)
SELECT work_id AS "workId",
  form_id AS "formId" FROM before
