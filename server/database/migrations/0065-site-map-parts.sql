-- The parts of the site map, by the number that is in their address: where each begins. One ends where the next begins,
-- the last never. Kept here, so that an address a crawler has read keeps its books, whichever process is asked; no other
-- part exists. Each hour their sizes are looked up, and one that has grown too long is split.
CREATE TABLE site_map_parts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('books', 'sellers')),
  -- The first book posted then or later; always the epoch for sellers, who are in the order of their ids.
  posted_at timestamptz NOT NULL DEFAULT 'epoch',
  start_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  entries integer NOT NULL DEFAULT 0,
  changed_at timestamptz,
  UNIQUE (kind, posted_at, start_id)
);
INSERT INTO site_map_parts (kind) VALUES ('books'), ('sellers');
