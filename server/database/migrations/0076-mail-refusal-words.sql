-- What the mail server of an account's address said when it refused our last email; null while it takes them.
ALTER TABLE accounts ADD COLUMN mail_refused_words text;
