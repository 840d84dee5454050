-- Every picture that an account sends, whatever becomes of it: what is refused costs work, too. Kept for a day.
CREATE TABLE image_tries (
  owner_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  tried_at timestamptz NOT NULL
);
CREATE INDEX image_tries_of_owner ON image_tries (owner_id, tried_at);
CREATE INDEX image_tries_oldest ON image_tries (tried_at);
INSERT INTO image_tries (owner_id, tried_at) SELECT owner_id, uploaded_at FROM images;
