-- Owner: messages
-- The question of an account whose email isn't confirmed yet: at most one. The confirmation sends it.
CREATE TABLE waiting_questions (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  -- Of a question about an order.
  order_id uuid REFERENCES orders ON DELETE CASCADE,
  -- The id that the message will have.
  message_id uuid NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  written_at timestamptz NOT NULL
);
CREATE INDEX waiting_questions_of_book ON waiting_questions (book_id);
CREATE INDEX waiting_questions_of_order ON waiting_questions (order_id) WHERE order_id IS NOT NULL;
