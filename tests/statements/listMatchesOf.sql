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
  a.email_verified AS "sellerEmailVerified",
  w.name AS "wantName", w.search
FROM want_matches m JOIN books b ON b.id = m.book_id JOIN accounts a ON a.id = b.seller_id
LEFT JOIN wants w ON w.id = m.want_id
WHERE m.account_id = $1 AND m.mail_at = $2 AND b.state = 'unsold' AND NOT b.is_paused AND b.removed_at IS NULL AND b.taken_down_at IS NULL
AND (a.email_verified OR w.search IS NULL)
ORDER BY b.created_at DESC, b.id LIMIT $3
