-- What visitors may browse has three values: `cataloguePublic` (yes, no) becomes `catalogue` (open, members; search is new).
UPDATE settings
SET value = value - 'cataloguePublic'
  || jsonb_build_object('catalogue', CASE value ->> 'cataloguePublic' WHEN 'yes' THEN 'open' ELSE 'members' END)
WHERE name = 'shop' AND value ? 'cataloguePublic';
