SELECT o.id AS "id",
  o.number AS "number", coalesce(o.book_snapshot ->> 'title', 'Unknown book') AS "title", jsonb_build_object('id', o.book_id, 'title', coalesce(o.book_snapshot ->> 'title', 'Unknown book'),
'author', coalesce(o.book_snapshot ->> 'author', ''),
'images', jsonb_path_query_array(o.book_snapshot, 'lax $.images[0]')) AS "book",
  o.state AS "state", o.seconds_left IS NOT NULL AS "hasProblem",
  o.pays_in_cash AS "paysInCash", jsonb_build_object('minor', o.amount, 'currency', o.currency) AS "amount",
  o.created_at AS "orderedAt",
  o.paid_at AS "paidAt", (SELECT p.card_last_four FROM payments p WHERE p.order_id = o.id AND p.refund_reason IS NULL) AS "cardLastFour", jsonb_build_object('minor', (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.order_id = o.id AND NOT (r.failed_at IS NOT NULL AND r.given_by_hand_at IS NULL)), 'currency', o.currency) AS "refunded", EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.failed_at IS NOT NULL AND r.given_by_hand_at IS NULL) AS "hasFailedRefund", EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.ended_at IS NULL) AS "isDisputed",
  o.buyer_id AS "buyerId", CASE WHEN buyer.closed_at IS NULL THEN coalesce(nullif("buyer"."name", ''), 'Member ' || upper(left("buyer"."id"::text, 4))) END AS "buyerName",
  o.seller_id AS "sellerId", CASE WHEN a.closed_at IS NULL THEN coalesce(nullif("a"."name", ''), 'Member ' || upper(left("a"."id"::text, 4))) END AS "sellerName", ((random() * 2)::int)::text AS "sortKey", ((random() * 2)::int)::text AS "sortKey2"
FROM (SELECT * FROM orders o WHERE true AND o.state = $1 AND o.buyer_id = $2 AND o.seller_id = $3 AND (random() < 2) AND ((random() * 2)::int, (random() * 2)::int, o.id) < ($4::int, $5::int, $6::uuid)
ORDER BY (random() * 2)::int DESC, (random() * 2)::int DESC, o.id DESC LIMIT $7) o
JOIN accounts buyer ON buyer.id = o.buyer_id JOIN accounts a ON a.id = o.seller_id ORDER BY (random() * 2)::int DESC, (random() * 2)::int DESC, o.id DESC
