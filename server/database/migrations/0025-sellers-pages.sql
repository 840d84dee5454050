-- A seller's own page: what they have for sale, in each order that a list of books has, and how many they have sold.
CREATE INDEX books_unsold_of_seller ON books (seller_id, created_at DESC, id DESC)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;
CREATE INDEX books_unsold_of_seller_by_price ON books (seller_id, resale_price, id)
  WHERE state = 'unsold' AND removed_at IS NULL AND NOT is_paused;

-- How many copies of a seller were paid, kept as the counts of categories are (migration 15): noted when an order comes
-- into such a state or leaves it, and folded into the sums each minute.
CREATE TABLE seller_sales (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  sold bigint NOT NULL
);
CREATE TABLE seller_sale_changes (
  seller_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  sold bigint NOT NULL
);
CREATE INDEX seller_sale_changes_of_seller ON seller_sale_changes (seller_id);

CREATE FUNCTION note_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO seller_sale_changes (seller_id, sold) VALUES (OLD.seller_id, -1);
  ELSE
    INSERT INTO seller_sale_changes (seller_id, sold)
    VALUES (NEW.seller_id, CASE WHEN NEW.state IN ('paid', 'handed_over', 'done') THEN 1 ELSE -1 END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_added_are_counted AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.state IN ('paid', 'handed_over', 'done')) EXECUTE FUNCTION note_sales();
CREATE TRIGGER orders_changed_are_counted AFTER UPDATE OF state ON orders
  FOR EACH ROW WHEN ((OLD.state IN ('paid', 'handed_over', 'done')) <> (NEW.state IN ('paid', 'handed_over', 'done')))
  EXECUTE FUNCTION note_sales();
CREATE TRIGGER orders_deleted_are_counted AFTER DELETE ON orders
  FOR EACH ROW WHEN (OLD.state IN ('paid', 'handed_over', 'done')) EXECUTE FUNCTION note_sales();

INSERT INTO seller_sales (seller_id, sold)
SELECT seller_id, count(*) FROM orders WHERE state IN ('paid', 'handed_over', 'done') GROUP BY seller_id;

-- The page changes with the number, also where the book of the order stays as it is, as with a late refund.
CREATE CONSTRAINT TRIGGER sales_raise_version AFTER INSERT ON seller_sale_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();

-- As in migration 13, with what a seller's page shows besides.
DROP TRIGGER sellers_changed_raise_version ON accounts;
CREATE CONSTRAINT TRIGGER sellers_changed_raise_version AFTER UPDATE ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.id, OLD.name, OLD.email, OLD.email_verified, OLD.closed_at, OLD.photo_url, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.name, NEW.email, NEW.email_verified, NEW.closed_at, NEW.photo_url, NEW.created_at))
  EXECUTE FUNCTION raise_catalogue_version();
