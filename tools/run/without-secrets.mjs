/** The secrets among the settings, which server/config/settings.test.ts compares with the declarations. */
export const SECRETS = [
  'KEYS_SECRET',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'SMTP_URL',
  'DKIM_PRIVATE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'FIREBASE_SERVICE_ACCOUNT',
  'IMGBB_API_KEY',
  'S3_SECRET_ACCESS_KEY',
  'CDN_PURGE_TOKEN',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

/** Our environment for programs of others, such as npm and what packages run as they are installed. */
export const withoutSecrets = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !SECRETS.includes(name)))
