-- Categories that an admin names, orders and joins. One that is renamed or joined with another gives its books away a
-- thousand at a time, so that nobody waits for all of them; then it goes, and its former address leads to the other.
ALTER TABLE categories ADD COLUMN moving_to uuid REFERENCES categories, ADD CHECK (moving_to <> id);

CREATE TABLE category_former_slugs (
  slug text PRIMARY KEY,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE
);
CREATE INDEX category_former_slugs_of_category ON category_former_slugs (category_id);
