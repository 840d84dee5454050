SELECT "b"."title" AS "title",
  "b"."author" AS "author",
  "b"."description" AS "description",
  "b"."location" AS "location",
  "b"."category" AS "category",
  "b"."condition" AS "condition",
  "b"."original_price" AS "originalPrice",
  "b"."resale_price" AS "resalePrice",
  "b"."year_of_purchase" AS "yearOfPurchase",
  "b"."images" AS "images",
  "b"."isbn" AS "isbn",
  "b"."publisher" AS "publisher",
  "b"."year_published" AS "yearPublished",
  "b"."language" AS "language",
  "b"."binding" AS "binding",
  "b"."currency" AS "currency",
  "b"."is_advertised" AS "isAdvertised",
  "b"."created_at" AS "postedAt",
  "b"."mobile_number" AS "mobileNumber",
  "b"."was_price" AS "wasPrice",
  "b"."id" AS "id",
  "b"."state" AS "state",
  "b"."is_paused" AS "isPaused",
  "b"."seller_id" AS "sellerId", CASE WHEN a.closed_at IS NULL THEN coalesce(nullif("a"."name", ''), 'Member ' || upper(left("a"."id"::text, 4))) ELSE 'Closed account' END AS "sellerName", CASE WHEN a.closed_at IS NULL THEN a.email ELSE '' END AS "sellerEmail",
  a.email_verified AS "sellerEmailVerified" FROM books b JOIN accounts a ON a.id = b.seller_id JOIN (
SELECT id, advertised_at, row_number() OVER (PARTITION BY seller_id ORDER BY advertised_at DESC, id) AS turn
FROM books WHERE is_advertised AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused
ORDER BY turn, advertised_at DESC, id LIMIT $1
) chosen ON chosen.id = b.id
ORDER BY chosen.turn, chosen.advertised_at DESC, b.id
