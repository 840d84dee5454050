/* prepared */
WITH claimed AS (
UPDATE books SET state = 'claimed'
WHERE id = $1 AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused AND seller_id <> $2
RETURNING *
), placed AS (
INSERT INTO orders ("book_id", "buyer_id", "seller_id", "state", "amount", "currency", "created_at", "pay_by", "pays_in_cash", "fee_rate", "fee_least", "due_at", "state_since", "buyer_name", "buyer_email", "phone", "meeting_location", book_snapshot)
SELECT id, $3, seller_id, 'claimed', resale_price, currency, $4, $5, $6, $7, CASE WHEN currency = $8 THEN $9::int ELSE 0 END, $10, $11, $12, $13, $14, $15, jsonb_build_object('version', 1) || jsonb_build_object('title', "title", 'author', "author", 'description', "description", 'location', "location", 'category', "category", 'condition', "condition", 'originalPrice', "original_price", 'resalePrice', "resale_price", 'yearOfPurchase', "year_of_purchase", 'images', "images", 'isbn', "isbn", 'publisher', "publisher", 'yearPublished', "year_published", 'language', "language", 'binding', "binding", 'currency', "currency", 'isAdvertised', "is_advertised", 'postedAt', "created_at") FROM claimed
RETURNING id, buyer_id, created_at, amount, currency
), noted AS (
INSERT INTO order_events (order_id, transition, to_state, actor, actor_id, at)
SELECT id, 'buyer_claims', 'claimed', 'buyer', buyer_id, created_at FROM placed
)
SELECT (SELECT json_build_object('id', placed.id, 'amount', amount, 'currency', currency)
FROM placed, graphile_worker.add_job('expire_claim', json_build_object('orderId', placed.id), run_at := $16,
max_attempts := 25, priority := 0) AS ended, graphile_worker.add_job('send_mail', json_build_object('name', 'order_news',
'params', json_build_object('orderId', placed.id, 'to', 'seller', 'news', 'reserved')), run_at := NULL,
max_attempts := 30, priority := 10) AS told, graphile_worker.add_job('send_mail', json_build_object('name', 'order_news',
'params', json_build_object('orderId', placed.id, 'to', 'buyer', 'news', 'reserved')), run_at := $17,
max_attempts := 30, priority := 10) AS told_buyer) AS opened,
(SELECT id FROM orders WHERE book_id = $18 AND buyer_id = $19
AND state IN ('claimed', 'agreed', 'paid', 'handed_over', 'done')) AS "liveOrderId",
(SELECT count(*)::int FROM orders WHERE buyer_id = $20 AND state IN ('claimed', 'agreed')) AS open,
(SELECT CASE WHEN last.transition = 'seller_releases' THEN 'released' ELSE state END
FROM orders LEFT JOIN LATERAL (SELECT transition, facts ->> 'reason' AS reason
FROM order_events WHERE order_id = orders.id ORDER BY id DESC LIMIT 1) last ON true
WHERE buyer_id = $21 AND book_id = $22
AND state IN ('cancelled', 'expired') AND state_since > $23 AND NOT coalesce(last.transition IN ('admin_closes_account', 'email_changes_hands')
OR last.transition = 'seller_releases' AND last.reason = 'card_only', false)
ORDER BY state_since DESC LIMIT 1) AS "endedRecently",
ARRAY(SELECT created_at FROM orders WHERE buyer_id = $24 AND created_at > $25
ORDER BY created_at) AS "claimedAt"
