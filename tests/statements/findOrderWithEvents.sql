SELECT "o"."book_id" AS "bookId",
  "o"."buyer_id" AS "buyerId",
  "o"."seller_id" AS "sellerId",
  "o"."state" AS "state",
  "o"."amount" AS "amount",
  "o"."currency" AS "currency",
  "o"."created_at" AS "orderedAt",
  "o"."pay_by" AS "payBy",
  "o"."pays_in_cash" AS "paysInCash",
  "o"."fee_rate" AS "feeRate",
  "o"."fee_least" AS "feeLeast",
  "o"."due_at" AS "dueAt",
  "o"."state_since" AS "since",
  "o"."id" AS "id",
  "o"."intent_id" AS "intentId",
  "o"."paid_at" AS "paidAt",
  "o"."processing_since" AS "processingSince",
  "o"."seconds_left" AS "secondsLeft",
  "o"."copy_is_back" AS "isCopyBack",
  "o"."hand_over_code" AS "handOverCode",
  "o"."wrong_codes" AS "wrongCodes",
  o.book_snapshot AS "snapshot", CASE WHEN o.buyer_name IS NULL THEN 'Closed account'
ELSE coalesce(nullif(o.buyer_name, ''), 'Member ' || upper(left(o.buyer_id::text, 4))) END AS "buyerName", coalesce(o.buyer_email, '') AS "buyerEmail", coalesce(o.phone, '') AS "phone", coalesce(o.meeting_location, '') AS "meetingLocation",
  buyer.email_verified AS "buyerEmailVerified", buyer.closed_at IS NOT NULL AS "isBuyerClosed", buyer.suspended_at IS NOT NULL AS "isBuyerSuspended", CASE WHEN a.closed_at IS NULL THEN coalesce(nullif("a"."name", ''), 'Member ' || upper(left("a"."id"::text, 4))) ELSE coalesce(o.seller_name, 'Closed account') END AS "sellerName", CASE WHEN a.closed_at IS NULL THEN a.email ELSE coalesce(o.seller_email, '') END AS "sellerEmail", CASE WHEN a.closed_at IS NULL THEN b.mobile_number ELSE coalesce(o.seller_phone, '') END AS "mobileNumber",
  a.email_verified AS "sellerEmailVerified", a.closed_at IS NOT NULL AS "isSellerClosed", a.suspended_at IS NOT NULL AS "isSellerSuspended", o.processing_since IS NOT NULL AS "isPaymentProcessing", (SELECT min(p.method) FROM payments p WHERE p.order_id = o.id AND p.refund_reason IS NULL) AS "paymentMethod", EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.failed_at IS NOT NULL AND r.given_by_hand_at IS NULL) AS "hasFailedRefund", EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.counts AND d.ended_at IS NULL) AS "isDisputed", NOT (("b"."removed_at" IS NULL OR "b"."state" = 'sold') AND "b"."taken_down_at" IS NULL) AS "isBookGone", b.is_paused OR b.removed_at IS NOT NULL AS "isCopyHidden", ARRAY(
SELECT json_build_object('transition', transition, 'from', from_state, 'to', to_state, 'actor', actor, 'at', at,
'reason', facts ->> 'reason', 'isFromBefore', is_from_before)
FROM order_events WHERE order_id = o.id ORDER BY order_events.id) AS events FROM orders o JOIN books b ON b.id = o.book_id JOIN accounts a ON a.id = o.seller_id
JOIN accounts buyer ON buyer.id = o.buyer_id WHERE o.id = $1
