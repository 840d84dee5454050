-- The mail server of an account's email said that nobody has it; null again once it took one. Its person reads so.
ALTER TABLE accounts ADD COLUMN mail_refused_at timestamptz;
