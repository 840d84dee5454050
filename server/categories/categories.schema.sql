-- Categories, which admins name, order and join, and how many books each has for sale.

CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE,
  image_url text NOT NULL,
  description text NOT NULL,
  position integer NOT NULL,
  -- A category that is renamed or joined with another gives its books away a thousand at a time, so that no request waits
  -- for all of them; then it goes, and its former address leads to the other.
  moving_to uuid REFERENCES categories,
  CHECK (moving_to <> id)
);

-- The three that every shop begins with. Their pictures are files of the client.
INSERT INTO categories (slug, image_url, description, position) VALUES
  ('novel-book', '/categories/novel-book.svg',
   'Long stories for long evenings: literary novels, crime, romance, science fiction and everything else that wants to be read to the last page.', 1),
  ('story-book', '/categories/story-book.svg',
   'Short stories, fairy tales and picture books: for reading aloud, for the tram, for bedtime, and for everyone who likes an ending within reach.', 2),
  ('cook-book', '/categories/cook-book.svg',
   'Recipes with stains in the right places: baking, regional kitchens, vegetables, preserving and the one dish that your aunt never wrote down.', 3);

CREATE CONSTRAINT TRIGGER categories_added_raise_version AFTER INSERT OR DELETE ON categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE CONSTRAINT TRIGGER categories_changed_raise_version AFTER UPDATE ON categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER categories_emptied_raise_version AFTER TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TABLE category_former_slugs (
  slug text PRIMARY KEY,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE
);
CREATE INDEX category_former_slugs_of_category ON category_former_slugs (category_id);

-- Count of books for sale per category, updated by each write (books.schema.sql), so that showing it costs the same
-- however many there are: counting took 223 ms at a million books.
CREATE TABLE category_counts (
  category text PRIMARY KEY REFERENCES categories (slug) ON UPDATE CASCADE ON DELETE CASCADE,
  unsold bigint NOT NULL
);

-- A statement notes its changes in rows of its own, so that two sellers don't wait for each other; the sweep adds the notes
-- to the sums.
CREATE TABLE category_count_changes (
  category text NOT NULL REFERENCES categories (slug) ON UPDATE CASCADE ON DELETE CASCADE,
  unsold bigint NOT NULL
);
CREATE INDEX category_count_changes_of_category ON category_count_changes (category);
