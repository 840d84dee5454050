-- A listing that its seller has paused by itself, whatever becomes of the others. As with those of a seller who is away
-- (migration 19) or that were taken down (migration 24), lists and the race for a copy read is_paused alone.
ALTER TABLE books
  ADD COLUMN paused_at timestamptz,
  ADD CONSTRAINT books_paused_alone_are_paused CHECK (paused_at IS NULL OR is_paused);
