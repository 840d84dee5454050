-- How soon sellers answer who asks them, of which the shop says one of three words.
ALTER TABLE conversations ADD COLUMN answered_at timestamptz;
COMMENT ON COLUMN conversations.answered_at IS 'When the seller first wrote in it.';
UPDATE conversations c SET answered_at = first.at
FROM (
  SELECT m.conversation_id, min(m.sent_at) AS at FROM messages m
  JOIN conversations c ON c.id = m.conversation_id AND c.seller_id = m.sender_id GROUP BY m.conversation_id
) first WHERE first.conversation_id = c.id;

-- Those that a seller was asked in, newest first.
CREATE INDEX conversations_asked_of_seller ON conversations (seller_id, created_at DESC) WHERE begun_by = asker_id;

-- Whom there is something to say of. Written only when the word changes: pages from memory are new then.
CREATE TABLE seller_answers (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  within text NOT NULL CHECK (within IN ('hour', 'day', 'days'))
);
CREATE CONSTRAINT TRIGGER answers_said_raise_version AFTER INSERT OR DELETE ON seller_answers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_catalogue_version();
CREATE CONSTRAINT TRIGGER answers_changed_raise_version AFTER UPDATE ON seller_answers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER answers_emptied_raise_version AFTER TRUNCATE ON seller_answers
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

-- Whose word is to be found anew, and from when on: at once where something happened, later where only time passes.
CREATE TABLE answers_due (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  at timestamptz NOT NULL
);
CREATE INDEX answers_due_next ON answers_due (at);
INSERT INTO answers_due (seller_id, at)
SELECT seller_id, max(created_at) FROM conversations WHERE begun_by = asker_id GROUP BY seller_id;
