-- Uploaded pictures and their owners. The same picture has one URL, however many accounts upload it.

CREATE TABLE images (
  url text NOT NULL,
  owner_id uuid NOT NULL REFERENCES accounts,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  -- Set when an unused picture is about to be deleted: from then on nothing may take it into use.
  is_leaving boolean NOT NULL DEFAULT false,
  -- When a listing or text was last about to show it: it isn't deleted within a day of that.
  reserved_at timestamptz,
  PRIMARY KEY (url, owner_id)
);
CREATE INDEX images_oldest ON images (uploaded_at);
CREATE INDEX images_of_owner ON images (owner_id, uploaded_at);

-- Every picture that an account sends, refused ones as well, for these cost work, too. Stored for a day.
CREATE TABLE image_tries (
  owner_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  tried_at timestamptz NOT NULL
);
CREATE INDEX image_tries_of_owner ON image_tries (owner_id, tried_at);
CREATE INDEX image_tries_oldest ON image_tries (tried_at);
