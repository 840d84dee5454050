-- What a seller listed before they confirmed their email brought nobody an email: it is compared with what people wait
-- for once they have.
CREATE FUNCTION note_books_of_the_confirmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.fresh_books (book_id)
  SELECT id FROM public.books WHERE seller_id = NEW.id AND state = 'unsold' AND removed_at IS NULL AND NOT is_paused
    AND EXISTS (SELECT FROM public.wants);
  RETURN NULL;
END $$;

CREATE TRIGGER books_of_the_confirmed_are_compared AFTER UPDATE OF email_verified ON accounts FOR EACH ROW
  WHEN (NEW.email_verified AND NOT OLD.email_verified) EXECUTE FUNCTION note_books_of_the_confirmed();
