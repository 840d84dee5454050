-- Whether any work has these words, by the index of words alone: some milliseconds, however frequent they are. By itself
-- PostgreSQL reads the table until one turns up, which for words that never come together is all of it.
CREATE FUNCTION search.has_work(asked tsquery) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off
AS $$ SELECT EXISTS (SELECT FROM search.works w WHERE w.words @@ asked) $$;
