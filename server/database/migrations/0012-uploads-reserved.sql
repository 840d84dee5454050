-- When something was last about to show an upload: from then on, too, clearing away leaves it alone for a day. It was
-- told by uploaded_at before.
ALTER TABLE images ADD COLUMN reserved_at timestamptz;
