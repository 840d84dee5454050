-- The marketplace: people, categories, books, orders, payments, pictures.
-- Money is integer minor units plus currency; times are timestamptz (UTC).

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identity_id text NOT NULL UNIQUE,
  email text NOT NULL CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL DEFAULT '',
  photo_url text,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'buyer', 'seller', 'admin')),
  -- Raised to end all club tokens at once: log-out, new password, new role, closed account.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz
);
CREATE UNIQUE INDEX accounts_one_open_per_email ON accounts (email) WHERE closed_at IS NULL;
CREATE INDEX accounts_newest ON accounts (role, created_at DESC, id DESC) WHERE closed_at IS NULL;

-- Addresses of closed accounts, as a keyed hash, so that a closed account can't come back under the same address
-- although nothing of the person is kept.
CREATE TABLE closed_addresses (
  address_hash text PRIMARY KEY,
  closed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE categories (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE,
  image_url text NOT NULL,
  description text NOT NULL,
  position integer NOT NULL
);

CREATE TABLE books (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seller_id uuid NOT NULL REFERENCES accounts,
  title text NOT NULL,
  author text NOT NULL,
  description text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  category text REFERENCES categories (slug),
  condition text CHECK (condition IN ('excellent', 'good', 'fair')),
  original_price integer NOT NULL CHECK (original_price >= 0),
  resale_price integer NOT NULL CHECK (resale_price >= 50),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  year_of_purchase integer NOT NULL,
  mobile_number text NOT NULL DEFAULT '',
  -- URLs of the pictures, the first one being the cover.
  images text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'unsold' CHECK (state IN ('unsold', 'claimed', 'sold')),
  is_advertised boolean NOT NULL DEFAULT false,
  advertised_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The seller took it off the list. A copy that somebody holds can't be taken off.
  removed_at timestamptz,
  -- Where the listing came from when it was imported: importing the same source again adds nothing.
  import_key text,
  CHECK (state <> 'claimed' OR removed_at IS NULL)
);
CREATE INDEX books_unsold_newest ON books (created_at DESC, id DESC) WHERE state = 'unsold' AND removed_at IS NULL;
CREATE INDEX books_unsold_of_category ON books (category, created_at DESC, id DESC) WHERE state = 'unsold' AND removed_at IS NULL;
CREATE INDEX books_newest ON books (created_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX books_newest_of_category ON books (category, created_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX books_of_seller ON books (seller_id, created_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX books_advertised ON books (seller_id, advertised_at DESC) WHERE is_advertised AND state = 'unsold' AND removed_at IS NULL;
CREATE UNIQUE INDEX books_imported_once ON books (seller_id, import_key) WHERE import_key IS NOT NULL;

CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid NOT NULL REFERENCES books,
  buyer_id uuid NOT NULL REFERENCES accounts,
  seller_id uuid NOT NULL REFERENCES accounts,
  state text NOT NULL DEFAULT 'claimed' CHECK (state IN ('claimed', 'paid', 'cancelled', 'expired', 'refunded')),
  -- The listing as it was when the copy was claimed. Contacts are not in it: they are read live, and vanish with the account.
  book_snapshot jsonb NOT NULL,
  -- Null once the buyer's account is closed.
  buyer_name text,
  buyer_email text,
  phone text,
  meeting_location text,
  amount integer NOT NULL CHECK (amount >= 50),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  intent_id text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  pay_by timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- When the present state was entered.
  state_since timestamptz NOT NULL DEFAULT now()
);
-- The promise: whatever the code does, a copy has one live claim at most.
CREATE UNIQUE INDEX orders_one_live_claim ON orders (book_id) WHERE state IN ('claimed', 'paid');
CREATE INDEX orders_of_buyer ON orders (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_seller ON orders (seller_id, created_at DESC, id DESC);
CREATE INDEX orders_of_book_and_buyer ON orders (book_id, buyer_id);
CREATE INDEX orders_to_lapse ON orders (pay_by) WHERE state = 'claimed';

CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders,
  intent_id text NOT NULL UNIQUE,
  amount integer NOT NULL,
  currency text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- Why the money went or goes back; set before the provider is asked, so that a crash in between is made good.
  refund_reason text,
  refund_id text,
  refunded_at timestamptz
);
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_to_refund ON payments (recorded_at) WHERE refund_reason IS NOT NULL AND refunded_at IS NULL;

CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);

-- Who uploaded which picture. The same picture has one URL, whoever uploads it.
CREATE TABLE images (
  url text NOT NULL,
  owner_id uuid NOT NULL REFERENCES accounts,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (url, owner_id)
);
CREATE INDEX images_oldest ON images (uploaded_at);
CREATE INDEX images_of_owner ON images (owner_id, uploaded_at);
