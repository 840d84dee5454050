WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = NULL, seconds_left = NULL, processing_since = NULL
WHERE id = $3 AND state = $4 RETURNING id, book_id
), copy AS (
UPDATE books b SET state = 'unsold', removed_at = CASE WHEN a.closed_at IS NULL THEN b.removed_at ELSE $5::timestamptz END
FROM accounts a WHERE b.id IN (SELECT book_id FROM moved) AND b.state <> 'unsold' AND a.id = b.seller_id), problem AS (
UPDATE order_problems p SET ended_at = $6, outcome = $7 FROM moved
WHERE p.order_id = moved.id AND p.ended_at IS NULL)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $8, $9, $10, $11, $12::uuid, $13::timestamptz,
$14::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = NULL, seconds_left = NULL, processing_since = NULL
WHERE id = $3 AND state = $4 RETURNING id, book_id
), copy AS (
UPDATE books b SET state = 'unsold', removed_at = CASE WHEN a.closed_at IS NULL THEN b.removed_at ELSE $5::timestamptz END
FROM accounts a WHERE b.id IN (SELECT book_id FROM moved) AND b.state <> 'unsold' AND a.id = b.seller_id)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $6, $7, $8, $9, $10::uuid, $11::timestamptz,
$12::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = CASE WHEN seconds_left IS NULL THEN $3::timestamptz ELSE due_at END,
seconds_left = CASE WHEN seconds_left IS NOT NULL THEN 1209600 END, pays_in_cash = false, paid_at = $4, processing_since = NULL
WHERE id = $5 AND state = $6 RETURNING id, book_id
), copy AS (UPDATE books SET state = $7 FROM moved WHERE books.id = moved.book_id)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $8, $9, $10, $11, $12::uuid, $13::timestamptz,
$14::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = CASE WHEN seconds_left IS NULL THEN $3::timestamptz ELSE due_at END,
seconds_left = CASE WHEN seconds_left IS NOT NULL THEN 172800 END, paid_at = coalesce(paid_at, $4), processing_since = NULL
WHERE id = $5 AND state = $6 RETURNING id, book_id
), copy AS (UPDATE books SET state = $7 FROM moved WHERE books.id = moved.book_id)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $8, $9, $10, $11, $12::uuid, $13::timestamptz,
$14::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, copy_is_back = $2
WHERE id = $3 AND state = $4 RETURNING id, book_id
), copy AS (
UPDATE books b SET state = 'unsold', removed_at = CASE WHEN a.closed_at IS NULL THEN b.removed_at ELSE $5::timestamptz END
FROM accounts a WHERE b.id IN (SELECT book_id FROM moved) AND b.state <> 'unsold' AND a.id = b.seller_id)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $6, $7, $8, $9, $10::uuid, $11::timestamptz,
$12::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = NULL, seconds_left = NULL, processing_since = NULL, copy_is_back = $3
WHERE id = $4 AND state = $5 RETURNING id, book_id
), problem AS (
UPDATE order_problems p SET ended_at = $6, outcome = $7 FROM moved
WHERE p.order_id = moved.id AND p.ended_at IS NULL)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $8, $9, $10, $11, $12::uuid, $13::timestamptz,
$14::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = CASE WHEN seconds_left IS NULL THEN $3::timestamptz ELSE due_at END,
seconds_left = CASE WHEN seconds_left IS NOT NULL THEN 172800 END, paid_at = coalesce(paid_at, $4), processing_since = NULL
WHERE id = $5 AND state = $6 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $7, $8, $9, $10, $11::uuid, $12::timestamptz,
$13::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = NULL, seconds_left = NULL, processing_since = NULL
WHERE id = $3 AND state = $4 RETURNING id, book_id
), problem AS (
UPDATE order_problems p SET ended_at = $5, outcome = $6 FROM moved
WHERE p.order_id = moved.id AND p.ended_at IS NULL)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $7, $8, $9, $10, $11::uuid, $12::timestamptz,
$13::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = CASE WHEN seconds_left IS NULL THEN $3::timestamptz ELSE due_at END,
seconds_left = CASE WHEN seconds_left IS NOT NULL THEN 1209600 END, processing_since = NULL
WHERE id = $4 AND state = $5 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $6, $7, $8, $9, $10::uuid, $11::timestamptz,
$12::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, due_at = CASE WHEN due_at IS NULL OR seconds_left IS NOT NULL THEN due_at ELSE greatest(due_at,
$2::timestamptz + make_interval(hours => 24)) END, paid_at = coalesce(paid_at, $3)
WHERE id = $4 AND state = $5 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $6, $7, $8, $9, $10::uuid, $11::timestamptz,
$12::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, due_at = CASE WHEN due_at IS NULL OR seconds_left IS NOT NULL THEN due_at ELSE greatest(due_at,
$2::timestamptz + make_interval(hours => 24)) END
WHERE id = $3 AND state = $4 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $5, $6, $7, $8, $9::uuid, $10::timestamptz,
$11::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, due_at = $2::timestamptz,
seconds_left = greatest(0, ceil(extract(epoch FROM due_at - $3::timestamptz)))::int, paid_at = coalesce(paid_at, $4)
WHERE id = $5 AND state = $6 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $7, $8, $9, $10, $11::uuid, $12::timestamptz,
$13::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, seconds_left = NULL, due_at = $2::timestamptz
+ make_interval(secs => greatest(seconds_left, 86400)), paid_at = coalesce(paid_at, $3)
WHERE id = $4 AND state = $5 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $6, $7, $8, $9, $10::uuid, $11::timestamptz,
$12::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, due_at = $2::timestamptz,
seconds_left = greatest(0, ceil(extract(epoch FROM due_at - $3::timestamptz)))::int
WHERE id = $4 AND state = $5 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $6, $7, $8, $9, $10::uuid, $11::timestamptz,
$12::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, seconds_left = NULL, due_at = $2::timestamptz
+ make_interval(secs => greatest(seconds_left, 86400))
WHERE id = $3 AND state = $4 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $5, $6, $7, $8, $9::uuid, $10::timestamptz,
$11::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, state_since = $2, due_at = NULL, seconds_left = NULL, processing_since = NULL, copy_is_back = $3
WHERE id = $4 AND state = $5 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $6, $7, $8, $9, $10::uuid, $11::timestamptz,
$12::jsonb
FROM moved

SELECT o.fee_rate AS rate, o.fee_least AS least,
coalesce(sum(e.amount) FILTER (WHERE e.account = 'seller' AND e.kind = ANY($1::text[])), 0)::int AS share,
coalesce(sum(e.amount) FILTER (WHERE e.account = 'fee'), 0)::int AS taken
FROM orders o JOIN ledger_entries e ON e.order_id = o.id WHERE o.id = $2 GROUP BY o.id

WITH moved AS (
UPDATE orders SET state = $1, paid_at = coalesce(paid_at, $2)
WHERE id = $3 AND state = $4 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $5, $6, $7, $8, $9::uuid, $10::timestamptz,
$11::jsonb
FROM moved

UPDATE problem_entries e SET text = NULL, images = '{}' FROM order_problems p, orders o, accounts a
WHERE p.id = e.problem_id AND o.id = p.order_id AND a.id = e.author_id AND e.author IN ('buyer', 'seller')
AND a.closed_at IS NOT NULL AND e.text IS NOT NULL AND o.id = $1 AND NOT o.due_at IS NOT NULL

WITH moved AS (
UPDATE orders SET state = $1, processing_since = NULL
WHERE id = $2 AND state = $3 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $4, $5, $6, $7, $8::uuid, $9::timestamptz,
$10::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, processing_since = $2
WHERE id = $3 AND state = $4 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $5, $6, $7, $8, $9::uuid, $10::timestamptz,
$11::jsonb
FROM moved

WITH moved AS (
UPDATE orders SET state = $1, pays_in_cash = true
WHERE id = $2 AND state = $3 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $4, $5, $6, $7, $8::uuid, $9::timestamptz,
$10::jsonb
FROM moved

WITH moved AS MATERIALIZED (SELECT gen_random_uuid() AS movement)
INSERT INTO ledger_entries (movement, order_id, kind, source, account, amount, currency, at)
SELECT movement, $1, $2, $3, account, amount, $4, $5
FROM moved, (VALUES ($6, $7::int), ($8, $9::int)) side (account, amount)

SELECT p.amount - (SELECT coalesce(sum(r.amount), 0)::int FROM refunds r WHERE r.payment_id = p.id)
- (SELECT coalesce(sum(d.borne), 0)::int FROM disputes d WHERE d.payment_id = p.id) AS amount, p.currency
FROM payments p WHERE p.order_id = $1 AND p.refund_reason IS NULL

WITH moved AS (
UPDATE orders SET state = $1
WHERE id = $2 AND state = $3 RETURNING id, book_id
)
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, facts)
SELECT id, $4, $5, $6, $7, $8::uuid, $9::timestamptz,
$10::jsonb
FROM moved

UPDATE orders o SET "buyer_name" = NULL, "buyer_email" = NULL, "phone" = NULL, "meeting_location" = NULL FROM accounts a
WHERE a.id = o.buyer_id AND a.closed_at IS NOT NULL AND o.buyer_email IS NOT NULL AND o.id = $1 AND NOT o.due_at IS NOT NULL

UPDATE orders o SET "seller_name" = NULL, "seller_email" = NULL, "seller_phone" = NULL FROM accounts a
WHERE a.id = o.seller_id AND a.closed_at IS NOT NULL AND o.seller_email IS NOT NULL AND o.id = $1 AND NOT o.due_at IS NOT NULL

SELECT amount, currency FROM orders WHERE id = $1
