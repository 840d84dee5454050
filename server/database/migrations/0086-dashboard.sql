-- What dashboards read of a member: live orders by their deadlines, sales of the last weeks, copies that came back.
DROP INDEX orders_live_of_buyer, orders_live_of_seller;
CREATE INDEX orders_live_of_buyer ON orders (buyer_id, due_at) INCLUDE (state, pays_in_cash) WHERE due_at IS NOT NULL;
CREATE INDEX orders_live_of_seller ON orders (seller_id, due_at) INCLUDE (state, pays_in_cash) WHERE due_at IS NOT NULL;
CREATE INDEX orders_sold_by ON orders (seller_id, paid_at) INCLUDE (state) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_copy_back ON orders (seller_id) WHERE copy_is_back;
