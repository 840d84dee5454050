-- The time zone that an account's browser told last, in which emails say times; null before it told one.
ALTER TABLE accounts ADD COLUMN time_zone text;
