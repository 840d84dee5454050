-- Kind: expand
-- Which disk the shop's pictures are on: the id that a file beside them has. Another disk has another, or none.
CREATE TABLE pictures_disk (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL
);
