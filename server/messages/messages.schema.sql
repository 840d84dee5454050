-- Conversations about books, and their messages.

-- A conversation per book and person who asks its seller; it outlives the listing and the order.
CREATE TABLE conversations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid NOT NULL REFERENCES books,
  asker_id uuid NOT NULL REFERENCES accounts,
  seller_id uuid NOT NULL REFERENCES accounts,
  begun_by uuid NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL,
  -- Number of messages; the row is locked while another is written.
  last_number integer NOT NULL DEFAULT 0,
  answered_at timestamptz,
  UNIQUE (book_id, asker_id),
  CHECK (asker_id <> seller_id AND begun_by IN (asker_id, seller_id))
);
COMMENT ON COLUMN conversations.answered_at IS 'When the seller first wrote in it.';
CREATE INDEX conversations_begun ON conversations (begun_by, created_at);
-- Conversations with questions to a seller, newest first.
CREATE INDEX conversations_asked_of_seller ON conversations (seller_id, created_at DESC) WHERE begun_by = asker_id;

-- A side of a conversation: its own state for each of the two.
CREATE TABLE conversation_sides (
  conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts,
  other_id uuid NOT NULL REFERENCES accounts,
  -- When the newest message came, of either side.
  last_at timestamptz NOT NULL,
  -- Up to which message it was read, and how many of the other's came after that.
  read_number integer NOT NULL DEFAULT 0,
  unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
  -- The message for which an email is booked or was sent; null again once all is read.
  mail_number integer,
  -- The last message that this side must not see: an account whose email turned out to be another person's starts empty.
  forgotten_number integer NOT NULL DEFAULT 0,
  PRIMARY KEY (conversation_id, account_id)
);
CREATE INDEX conversation_sides_newest ON conversation_sides (account_id, last_at DESC, conversation_id DESC);
CREATE INDEX conversation_sides_unread ON conversation_sides (account_id) WHERE unread > 0;

CREATE TABLE messages (
  -- Made by the sender's browser, as an idempotency key: sent twice, it is stored once.
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
  sender_id uuid NOT NULL REFERENCES accounts,
  number integer NOT NULL CHECK (number > 0),
  -- Null once its writer's account is closed and neither side needs it any more.
  text text CHECK (text <> ''),
  sent_at timestamptz NOT NULL,
  UNIQUE (conversation_id, number)
);
CREATE INDEX messages_of_sender ON messages (sender_id, sent_at);

-- The blocker takes no messages from the blocked.
CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES accounts,
  blocked_id uuid NOT NULL REFERENCES accounts,
  since timestamptz NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);

-- Sellers whose answering time (seller_answers in books.schema.sql) is to be found again, and from when on: at once where
-- something happened, later where only time passes.
CREATE TABLE answers_due (
  seller_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  at timestamptz NOT NULL
);
CREATE INDEX answers_due_next ON answers_due (at);
