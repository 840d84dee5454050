-- Set when an unused picture is about to be cleared away: from then on nothing may take it into use.
ALTER TABLE images ADD COLUMN is_leaving boolean NOT NULL DEFAULT false;
