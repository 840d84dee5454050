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
  "b"."seller_id" AS "sellerId",
  "b"."was_until" AS "wasUntil",
  "b"."revision" AS "revision",
  "b"."removed_at" AS "removedAt",
  "b"."paused_at" AS "pausedAt",
  "b"."taken_down_at" AS "takenDownAt",
  "b"."taken_down_for" AS "takenDownFor",
  "b"."take_down_note" AS "takeDownNote", CASE WHEN a.closed_at IS NULL THEN coalesce(nullif("a"."name", ''), 'Member ' || upper(left("a"."id"::text, 4))) ELSE 'Closed account' END AS "sellerName", CASE WHEN a.closed_at IS NULL THEN a.email ELSE '' END AS "sellerEmail",
  a.email_verified AS "sellerEmailVerified", ((random() * 2)::int)::text AS "sortKey", ((random() * 2)::int)::text AS "sortKey2" FROM books b JOIN accounts a ON a.id = b.seller_id
WHERE b.seller_id = $1 AND b.removed_at IS NULL AND b.state = 'unsold' AND b.is_paused AND b.taken_down_at IS NULL AND EXISTS (
SELECT FROM (SELECT lower(CASE WHEN octet_length(said) = char_length(said) THEN said
ELSE regexp_replace(normalize(said, NFKD), '[̀-ͯ]', '', 'g') END) AS text FROM (SELECT concat_ws(' ', b.title, b.author, b.isbn) AS said OFFSET 0) once
OFFSET 0) said
WHERE strpos(said.text, (SELECT lower(CASE WHEN octet_length($2::text) = char_length($3::text) THEN $4::text
ELSE regexp_replace(normalize($5::text, NFKD), '[̀-ͯ]', '', 'g') END))) > 0) AND ((random() * 2)::int, (random() * 2)::int, b.id) > ($6::int, $7::int, $8::uuid) ORDER BY (random() * 2)::int ASC, (random() * 2)::int ASC, b.id ASC LIMIT $9
