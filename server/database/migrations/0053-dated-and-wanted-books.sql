-- When what is shown of a book changed last; null where nothing did since it was listed. The site map tells it.
ALTER TABLE books ADD COLUMN changed_at timestamptz;

CREATE FUNCTION date_changed_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER changed_books_are_dated BEFORE UPDATE ON books FOR EACH ROW
  WHEN ((OLD.title, OLD.author, OLD.description, OLD.category, OLD.condition, OLD.location, OLD.original_price,
      OLD.resale_price, OLD.was_price, OLD.currency, OLD.year_of_purchase, OLD.images, OLD.state, OLD.is_paused,
      OLD.isbn, OLD.publisher, OLD.year_published, OLD.language, OLD.binding)
    IS DISTINCT FROM (NEW.title, NEW.author, NEW.description, NEW.category, NEW.condition, NEW.location,
      NEW.original_price, NEW.resale_price, NEW.was_price, NEW.currency, NEW.year_of_purchase, NEW.images, NEW.state,
      NEW.is_paused, NEW.isbn, NEW.publisher, NEW.year_published, NEW.language, NEW.binding))
  EXECUTE FUNCTION date_changed_books();

-- What several people wait for, summed up from time to time: words and a number, nobody's name. The home page shows it.
CREATE TABLE wanted (
  words text PRIMARY KEY COLLATE "C",
  people integer NOT NULL CHECK (people >= 2)
);
