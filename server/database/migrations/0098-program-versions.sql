-- Owner: database
-- Which program opened the database: a row for each start of another version than before, or with new migrations.
CREATE TABLE program_versions (
  turn integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  -- Those that this start applied.
  migrations text[] NOT NULL
);
