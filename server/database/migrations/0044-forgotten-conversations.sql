-- The last message that a side must not see: an account whose email turned out to be somebody else's begins anew.
ALTER TABLE conversation_sides ADD COLUMN forgotten_number integer NOT NULL DEFAULT 0;
