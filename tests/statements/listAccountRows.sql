SELECT listed.*,
(SELECT count(*)::int FROM books WHERE seller_id = listed.id AND state = 'unsold' AND removed_at IS NULL
AND NOT is_paused) AS listings,
(SELECT count(*)::int FROM orders WHERE seller_id = listed.id AND state IN ('paid', 'handed_over', 'done')) AS sales,
(SELECT count(*)::int FROM orders WHERE buyer_id = listed.id AND state IN ('paid', 'handed_over', 'done')) AS purchases,
(SELECT count(*)::int FROM orders WHERE state IN ('claimed', 'agreed')
AND (buyer_id = listed.id OR seller_id = listed.id)) AS "openOrders"
FROM (
SELECT "identity_id" AS "identityId",
  "email" AS "email",
  "email_verified" AS "emailVerified",
  "name" AS "name",
  "photo_url" AS "photoUrl",
  "role" AS "role",
  "created_at" AS "joinedAt",
  "id" AS "id",
  "version" AS "version",
  "listings_paused" AS "listingsPaused",
  "closed_at" AS "closedAt",
  "mail_refused_at" AS "mailRefusedAt",
  "mail_refused_words" AS "mailRefusedWords",
  "suspended_at" AS "suspendedAt",
  "suspended_until" AS "suspendedUntil",
  "suspended_for" AS "suspendedFor",
  "suspension_note" AS "suspensionNote",
  "time_zone" AS "timeZone", ((random() * 2)::int)::text AS "sortKey", ((random() * 2)::int)::text AS "sortKey2", row_number() OVER (ORDER BY (random() * 2)::int DESC, (random() * 2)::int DESC, id DESC) AS place FROM accounts
WHERE closed_at IS NULL AND (random() < 2) AND ((random() * 2)::int, (random() * 2)::int, id) < ($1::int, $2::int, $3::uuid) ORDER BY (random() * 2)::int DESC, (random() * 2)::int DESC, id DESC LIMIT $4
) listed
ORDER BY listed.place
