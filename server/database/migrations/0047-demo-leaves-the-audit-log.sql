-- The demo's people never were. When they are taken out, what they did as admins goes with them, as their orders do
-- (decision 64); a row about anybody else's doing stays for good.
CREATE OR REPLACE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM public.demo WHERE OLD.actor_id = ANY (account_ids)) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is not changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TRIGGER audit_log_stays_as_it_is ON audit_log;
CREATE TRIGGER audit_log_stays_as_it_is BEFORE UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_goes_with_the_demo BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
