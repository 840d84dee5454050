-- What people write to each other about a book. One conversation per book and person who asks its seller; it outlives
-- the listing and the order.
CREATE TABLE conversations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid NOT NULL REFERENCES books,
  asker_id uuid NOT NULL REFERENCES accounts,
  seller_id uuid NOT NULL REFERENCES accounts,
  begun_by uuid NOT NULL REFERENCES accounts,
  created_at timestamptz NOT NULL,
  -- How many messages it has; its row is locked while another one is written.
  last_number integer NOT NULL DEFAULT 0,
  UNIQUE (book_id, asker_id),
  CHECK (asker_id <> seller_id AND begun_by IN (asker_id, seller_id))
);
CREATE INDEX conversations_begun ON conversations (begun_by, created_at);

-- A conversation as each of the two has it.
CREATE TABLE conversation_sides (
  conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts,
  other_id uuid NOT NULL REFERENCES accounts,
  -- When the newest message came, from whomever.
  last_at timestamptz NOT NULL,
  -- Up to which message it was read, and how many of the other's came after that.
  read_number integer NOT NULL DEFAULT 0,
  unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
  -- The message for which an email is booked or was sent; null again once all is read.
  mail_number integer,
  PRIMARY KEY (conversation_id, account_id)
);
CREATE INDEX conversation_sides_newest ON conversation_sides (account_id, last_at DESC, conversation_id DESC);
CREATE INDEX conversation_sides_unread ON conversation_sides (account_id) WHERE unread > 0;

CREATE TABLE messages (
  -- Made by who sends it: sent twice, it is one.
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
  sender_id uuid NOT NULL REFERENCES accounts,
  number integer NOT NULL CHECK (number > 0),
  -- Null once its writer's account is closed and nobody needs it any more.
  text text CHECK (text <> ''),
  sent_at timestamptz NOT NULL,
  UNIQUE (conversation_id, number)
);
CREATE INDEX messages_of_sender ON messages (sender_id, sent_at);

-- Who takes no messages from whom.
CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES accounts,
  blocked_id uuid NOT NULL REFERENCES accounts,
  since timestamptz NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
