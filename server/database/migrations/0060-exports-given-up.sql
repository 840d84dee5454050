-- A file that was tried to be made as often as any is never comes: its person reads so, and may ask for another one.
ALTER TABLE exports
  ADD COLUMN failed_at timestamptz,
  ADD CHECK (failed_at IS NULL OR finished_at IS NULL);
