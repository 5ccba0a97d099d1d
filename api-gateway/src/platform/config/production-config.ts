type EnvironmentVariables = Readonly<Record<string, string>>;

/** Word in the variable RELEASE_OVERRIDES that allows stored releases, without any dev server. */
export const STORE_ONLY = 'store';

const TEST_ONLY_VARIABLES = ['SANDBOX_PORT', 'SANDBOX_URL', 'MAHLZEIT_NOW'] as const;
// Settings that production requires. Without them the gateway would use invented addresses, and mails to them would
// reach nobody.
const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'PAYMENT_SUPPORT_EMAIL',
] as const;

const MIN_PARTNER_TOKEN_LENGTH = 24;

/** Checks whether a URL leads to this machine, so that no network carries what is sent there. */
export const isOnThisMachine = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname);

// Without `sslmode` the driver sends passwords and rows in clear text.
const isUnprotectedDatabase = (databaseUrl = ''): boolean => {
  if (!/^postgres(ql)?:/.test(databaseUrl) || !URL.canParse(databaseUrl)) return false;
  const url = new URL(databaseUrl);
  return !isOnThisMachine(url) && !url.searchParams.has('sslmode');
};

/** Returns one line for each setting that is forbidden in production, and for each required one that is missing. */
export const findProductionMistakes = (environmentVariables: EnvironmentVariables): string[] => {
  if (environmentVariables.STAGE !== 'prod') return [];
  return [
    ...TEST_ONLY_VARIABLES.filter((variableName) => variableName in environmentVariables).map(
      (variableName) => `${variableName}: must not be set with STAGE=prod`,
    ),
    // Requires an empty database instead of the demo town, also when the variable is unset, because an unset variable
    // selects the demo town.
    ...(environmentVariables.MAHLZEIT_WORLD === 'empty' ? [] : ['MAHLZEIT_WORLD: must be empty with STAGE=prod']),
    // Refuses dev servers in overrides, because a dev server runs code that nobody has checked.
    ...([undefined, STORE_ONLY].includes(environmentVariables.RELEASE_OVERRIDES)
      ? []
      : [`RELEASE_OVERRIDES: must be ${STORE_ONLY} with STAGE=prod`]),
    ...(environmentVariables.RATE_LIMITS === 'off' ? ['RATE_LIMITS: must not be off with STAGE=prod'] : []),
    ...REQUIRED_IN_PRODUCTION.filter((variableName) => !(variableName in environmentVariables)).map(
      (variableName) => `${variableName}: must be set with STAGE=prod`,
    ),
    // Requires a long partner token: whoever guesses it can change the menus and prices of all restaurants.
    ...(environmentVariables.PARTNER_TOKEN === undefined ||
    environmentVariables.PARTNER_TOKEN.length >= MIN_PARTNER_TOKEN_LENGTH
      ? []
      : [`PARTNER_TOKEN: must have at least ${MIN_PARTNER_TOKEN_LENGTH} characters with STAGE=prod`]),
    ...(isUnprotectedDatabase(environmentVariables.DATABASE_URL)
      ? ['DATABASE_URL: must say sslmode for a database on another machine with STAGE=prod']
      : []),
    // Requires HTTPS, because cookies and passwords would otherwise be sent in clear text.
    ...(environmentVariables.PUBLIC_URL === undefined || environmentVariables.PUBLIC_URL.startsWith('https://')
      ? []
      : ['PUBLIC_URL: must begin with https:// with STAGE=prod']),
  ];
};
