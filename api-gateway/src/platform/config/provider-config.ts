type Given = Readonly<Record<string, string>>;

/** How Google is asked who somebody is. */
export interface GoogleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** How Apple is. */
export interface AppleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8 in PEM, for ES256. */
  readonly privateKey: string;
}

/** How Facebook is. */
export interface FacebookConfig {
  /** Base of the sign-in page, without the version. */
  readonly dialogUrl: string;
  /** Base of the graph, without the version. */
  readonly graphUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Whom people may sign in with; null: not this one. */
export interface SignInConfig {
  readonly google: GoogleConfig | null;
  readonly apple: AppleConfig | null;
  readonly facebook: FacebookConfig | null;
}

/** Whom one can pay with; null: not with them. */
export interface PaymentConfig {
  readonly mangopay: {
    /** Without the version. */
    readonly baseUrl: string;
    /** One address of the house that makes tokens of card data. */
    readonly tokeniserUrl: string;
    readonly clientId: string;
    readonly apiKey: string;
  } | null;
  readonly paypal: {
    readonly baseUrl: string;
    /** One address of the pages on which people approve payments. */
    readonly pagesUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  } | null;
}

const GROUPS: readonly (readonly string[])[] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['MANGOPAY_CLIENT_ID', 'MANGOPAY_API_KEY'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
];

const PROVIDER_VARIABLE = /^(GOOGLE_CLIENT|APPLE|FACEBOOK|MANGOPAY|PAYPAL)_/;

/** One line for each variable that is missing beside one of its group. */
export const incompleteProviders = (given: Given): string[] =>
  GROUPS.flatMap((group) => {
    const present = group.find((name) => name in given);
    return present === undefined
      ? []
      : group.filter((name) => !(name in given)).map((name) => `${name}: must be set together with ${present}`);
  });

/** Whether any real provider is set up: the sandbox must not stand beside one. */
export const hasRealProviders = (given: Given): boolean =>
  Object.keys(given).some((name) => PROVIDER_VARIABLE.test(name));

// One line in most environments: its breaks are written out then.
const keyOf = (text: string): string => text.replaceAll('\\n', '\n');

const all = (given: Given, names: readonly string[]): string[] | null => {
  const values = names.flatMap((name) => given[name] ?? []);
  return values.length === names.length ? values : null;
};

/** The real sign-in providers that are set up. */
export const signInConfigOf = (given: Given): SignInConfig => {
  const [google, apple, facebook] = GROUPS.map((names) => all(given, names));
  const [googleId = '', googleSecret = ''] = google ?? [];
  const [appleId = '', teamId = '', keyId = '', privateKey = ''] = apple ?? [];
  const [facebookId = '', facebookSecret = ''] = facebook ?? [];
  return {
    google: google ? { issuer: 'https://accounts.google.com', clientId: googleId, clientSecret: googleSecret } : null,
    apple: apple
      ? { issuer: 'https://appleid.apple.com', clientId: appleId, teamId, keyId, privateKey: keyOf(privateKey) }
      : null,
    facebook: facebook
      ? {
          dialogUrl: 'https://www.facebook.com',
          graphUrl: 'https://graph.facebook.com',
          clientId: facebookId,
          clientSecret: facebookSecret,
        }
      : null,
  };
};

/** Addresses at which payment providers move real money. */
export const PRODUCTION_URLS = { mangopay: 'https://api.mangopay.com', paypal: 'https://api-m.paypal.com' } as const;

/** Where the pages and helpers of providers are that people's browsers meet, by where the provider is asked itself. */
const BROWSER_SIDE: Readonly<Record<string, string>> = {
  [PRODUCTION_URLS.mangopay]: 'https://webpayment.payline.com',
  'https://api.sandbox.mangopay.com': 'https://homologation-webpayment.payline.com',
  [PRODUCTION_URLS.paypal]: 'https://www.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com',
};

/** The real providers of payments that are set up; `MANGOPAY_URL` and `PAYPAL_URL` lead to their own sandboxes. */
export const paymentConfigOf = (given: Given): PaymentConfig => {
  const [, , , mangopay, paypal] = GROUPS.map((names) => all(given, names));
  const [mangopayId = '', apiKey = ''] = mangopay ?? [];
  const [paypalId = '', clientSecret = ''] = paypal ?? [];
  const [mangopayUrl, paypalUrl] = [
    given['MANGOPAY_URL'] ?? PRODUCTION_URLS.mangopay,
    given['PAYPAL_URL'] ?? PRODUCTION_URLS.paypal,
  ];
  return {
    mangopay: mangopay
      ? {
          baseUrl: mangopayUrl,
          tokeniserUrl: given['MANGOPAY_TOKENISER_URL'] ?? BROWSER_SIDE[mangopayUrl] ?? mangopayUrl,
          clientId: mangopayId,
          apiKey,
        }
      : null,
    paypal: paypal
      ? { baseUrl: paypalUrl, pagesUrl: BROWSER_SIDE[paypalUrl] ?? paypalUrl, clientId: paypalId, clientSecret }
      : null,
  };
};

/** One address of each provider's sign-in pages. */
export const signInUrlsOf = ({ google, apple, facebook }: SignInConfig): string[] =>
  [google?.issuer, apple?.issuer, facebook?.dialogUrl].flatMap((url) => url ?? []);
