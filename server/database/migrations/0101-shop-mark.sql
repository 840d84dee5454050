-- Which shop this database is of: a live start with the keys of another shop, or with none, is refused.
CREATE TABLE shop_mark (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  shop_id text NOT NULL,
  -- The data folder, and the machine, of the last live start.
  folder text NOT NULL,
  machine text NOT NULL
);
