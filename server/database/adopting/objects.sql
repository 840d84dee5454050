-- The objects in Dogear's schemas, a line each: name, hash of what the catalogue says about it, and that itself. Written
-- so that PostgreSQL 15 to 18 answer alike. A role's own grants are left out, and what only describes the database.
WITH object AS (
  SELECT d.classid, d.objid, i.type || ' ' || i.identity AS name
  FROM pg_depend d JOIN pg_namespace n ON n.oid = d.refobjid CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, 0) i
  WHERE d.refclassid = 'pg_namespace'::regclass AND n.nspname IN ('public', 'search', 'card_simulator')
    AND i.identity NOT IN ('public.schema_migrations', 'public.moved_shop')
), fact (classid, objid, kind, place, text) AS (
  SELECT 'pg_class'::regclass, c.oid, 'relation', 0, concat_ws(' ', c.relkind, c.relpersistence, am.amname, c.relreplident,
    c.relrowsecurity, c.relforcerowsecurity, c.relhasrules, c.relispartition, c.reloptions, toast.reloptions,
    CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END)
  FROM pg_class c LEFT JOIN pg_am am ON am.oid = c.relam LEFT JOIN pg_class toast ON toast.oid = c.reltoastrelid
  UNION ALL
  -- MAINTAIN is of PostgreSQL 17.
  SELECT 'pg_class'::regclass, c.oid, 'right of ' || CASE right_.grantee WHEN 0 THEN 'everybody' ELSE 'the owner' END, 0,
    right_.privilege_type
  FROM pg_class c CROSS JOIN LATERAL aclexplode(coalesce(c.relacl,
    acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))) right_
  WHERE right_.grantee IN (0, c.relowner) AND right_.privilege_type <> 'MAINTAIN'
  UNION ALL
  SELECT 'pg_class'::regclass, a.attrelid, 'column', row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum),
    concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), co.collname, CASE WHEN a.attnotnull THEN 'NOT NULL' END,
      pg_get_expr(def.adbin, def.adrelid), nullif(a.attidentity, ''), nullif(a.attgenerated, ''), a.attstorage,
      nullif(a.attcompression, ''), nullif(a.attstattarget, -1), a.attoptions)
  FROM pg_attribute a LEFT JOIN pg_attrdef def ON def.adrelid = a.attrelid AND def.adnum = a.attnum
    LEFT JOIN pg_collation co ON co.oid = a.attcollation
  WHERE a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  -- Only PostgreSQL 18 has named NOT NULL constraints; older versions have them as a column's attribute.
  SELECT 'pg_class'::regclass, conrelid, 'constraint', 0, concat_ws(' ', conname, contype, pg_get_constraintdef(oid),
    condeferrable, condeferred, convalidated, connoinherit)
  FROM pg_constraint WHERE conrelid <> 0 AND contype <> 'n'
  UNION ALL
  SELECT 'pg_class'::regclass, indrelid, 'index', 0, concat_ws(' ', pg_get_indexdef(indexrelid), indisunique,
    indnullsnotdistinct, indisprimary, indimmediate, indisvalid, indisready, indisclustered, indisreplident,
    (SELECT array_agg(nullif(attstattarget, -1) ORDER BY attnum) FROM pg_attribute WHERE attrelid = indexrelid))
  FROM pg_index
  UNION ALL
  SELECT 'pg_class'::regclass, tgrelid, 'trigger', 0, concat_ws(' ', pg_get_triggerdef(oid), tgenabled)
  FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT 'pg_class'::regclass, polrelid, 'policy', 0, polname FROM pg_policy
  UNION ALL
  SELECT 'pg_class'::regclass, seqrelid, 'sequence', 0, concat_ws(' ', format_type(seqtypid, NULL), seqstart, seqincrement,
    seqmin, seqmax, seqcache, seqcycle, d.deptype, d.refobjid::regclass,
    (SELECT attname FROM pg_attribute WHERE attrelid = d.refobjid AND attnum = d.refobjsubid))
  FROM pg_sequence LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = seqrelid AND d.deptype IN ('a', 'i')
  UNION ALL
  -- Leaves out plan_cache_mode, which is set at each start (make-job-tables.ts).
  SELECT 'pg_proc'::regclass, oid, 'function', 0, concat_ws(' ',
    replace(pg_get_functiondef(oid), E'\n SET plan_cache_mode TO ''force_generic_plan''', ''),
    (SELECT array_agg(grantee = 0 ORDER BY grantee = 0) FROM aclexplode(coalesce(proacl, acldefault('f', proowner)))
    WHERE grantee IN (0, proowner)))
  FROM pg_proc WHERE prokind IN ('f', 'p') AND pronamespace <> 'pg_catalog'::regnamespace
  UNION ALL
  SELECT 'pg_type'::regclass, t.oid, 'type', 0, concat_ws(' ', typtype, format_type(typbasetype, typtypmod), typnotnull,
    typdefault, (SELECT array_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid),
    (SELECT array_agg(pg_get_constraintdef(oid) ORDER BY conname) FROM pg_constraint WHERE contypid = t.oid))
  FROM pg_type t
  UNION ALL
  SELECT classoid, objoid, 'comment', objsubid, description FROM pg_description
)
SELECT name, left(encode(sha256(convert_to(facts::text, 'UTF8')), 'hex'), 16) AS hash, facts
FROM object CROSS JOIN LATERAL (
  SELECT json_agg(kind || ' ' || text ORDER BY kind COLLATE "C", place, text COLLATE "C") AS facts
  FROM fact WHERE fact.classid = object.classid AND fact.objid = object.objid
) described
ORDER BY name COLLATE "C"
