SELECT c.id AS "id",
  c.asker_id AS "askerId",
  c.book_id AS "bookId",
  b.title AS "title",
  b.author AS "author", b.images[1:1] AS "images", jsonb_build_object('minor', b.resale_price, 'currency', b.currency) AS "price", (("b"."removed_at" IS NULL OR "b"."state" = 'sold') AND "b"."taken_down_at" IS NULL) AS "isBookThere",
  o.id AS "orderId",
  o.state AS "orderState",
  s.other_id AS "otherId", CASE WHEN a.closed_at IS NULL THEN coalesce(nullif("a"."name", ''), 'Member ' || upper(left("a"."id"::text, 4))) ELSE 'Closed account' END AS "otherName", a.closed_at IS NOT NULL AS "isOtherClosed", EXISTS (SELECT FROM blocks WHERE blocker_id = "s"."account_id" AND blocked_id = "s"."other_id") AS "isBlocked", EXISTS (SELECT FROM blocks WHERE blocker_id = "s"."other_id" AND blocked_id = "s"."account_id") AS "isDeclined",
  s.unread AS "unread",
  c.last_number AS "lastNumber",
  s.forgotten_number AS "forgottenNumber", left(m.text, 140) AS "lastText",
  m.sender_id AS "lastSenderId",
  s.last_at AS "lastAt", (s.last_at)::text AS "sortKey" FROM conversation_sides s
JOIN conversations c ON c.id = s.conversation_id
JOIN books b ON b.id = c.book_id
JOIN accounts a ON a.id = s.other_id
LEFT JOIN messages m ON m.conversation_id = c.id AND m.number = c.last_number AND m.number > s.forgotten_number
LEFT JOIN LATERAL (
SELECT o.id, o.state FROM orders o WHERE o.book_id = c.book_id AND o.buyer_id = c.asker_id
ORDER BY o.created_at DESC, o.id DESC LIMIT 1) o ON true
WHERE s.account_id = $1 AND (c.last_number > s.forgotten_number OR s.forgotten_number = 0)
AND EXISTS (SELECT FROM orders o WHERE o.id = $2 AND o.book_id = c.book_id AND o.buyer_id = c.asker_id) AND (s.last_at, s.conversation_id) < ($3::timestamptz, $4::uuid) ORDER BY s.last_at DESC, s.conversation_id DESC
LIMIT $5
