type EnvironmentVariables = Readonly<Record<string, string>>;

export interface GoogleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AppleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** Apple's private key for ES256, as PKCS #8 in PEM. */
  readonly privateKey: string;
}

export interface FacebookConfig {
  /** Base URL of Facebook's sign-in page, without the API version. */
  readonly dialogUrl: string;
  /** Base URL of Facebook's Graph API, without the API version. */
  readonly graphUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Sign-in providers with complete credentials; null for a provider that the app doesn't offer. */
export interface SignInConfig {
  readonly google: GoogleConfig | null;
  readonly apple: AppleConfig | null;
  readonly facebook: FacebookConfig | null;
}

/** Payment providers with complete credentials; null for a provider that the app doesn't offer. */
export interface PaymentConfig {
  readonly mangopay: {
    /** Base URL of Mangopay's API, without the API version. */
    readonly baseUrl: string;
    /**
     * Example URL of Mangopay's service that turns card data into tokens; the page's Content-Security-Policy allows its
     * host.
     */
    readonly tokeniserUrl: string;
    readonly clientId: string;
    readonly apiKey: string;
  } | null;
  readonly paypal: {
    readonly baseUrl: string;
    /**
     * Example URL of the pages on which users approve PayPal payments; the page's Content-Security-Policy allows its
     * host.
     */
    readonly pagesUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  } | null;
}

const VARIABLE_GROUPS: readonly (readonly string[])[] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['MANGOPAY_CLIENT_ID', 'MANGOPAY_API_KEY'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
];

const PROVIDER_VARIABLE = /^(GOOGLE_CLIENT|APPLE|FACEBOOK|MANGOPAY|PAYPAL)_/;

/** Returns one line for each environment variable that is missing from a partly configured provider. */
export const findIncompleteProviders = (environmentVariables: EnvironmentVariables): string[] =>
  VARIABLE_GROUPS.flatMap((variableGroup) => {
    const presentVariable = variableGroup.find((variableName) => variableName in environmentVariables);
    return presentVariable === undefined
      ? []
      : variableGroup
          .filter((variableName) => !(variableName in environmentVariables))
          .map((name) => `${name}: must be set together with ${presentVariable}`);
  });

/** Checks whether any real provider is configured. The sandbox must not run together with a real provider. */
export const hasRealProviders = (environmentVariables: EnvironmentVariables): boolean =>
  Object.keys(environmentVariables).some((variableName) => PROVIDER_VARIABLE.test(variableName));

// Restores the line breaks of a private key, because most environments store it in one line with escaped line breaks.
const privateKeyOf = (text: string): string => text.replaceAll('\\n', '\n');

const completeValuesOf = (
  environmentVariables: EnvironmentVariables,
  variableNames: readonly string[],
): string[] | null => {
  const variableValues = variableNames.flatMap((variableName) => environmentVariables[variableName] ?? []);
  return variableValues.length === variableNames.length ? variableValues : null;
};

/** Builds the configuration of the real sign-in providers. */
export const signInConfigOf = (environmentVariables: EnvironmentVariables): SignInConfig => {
  const [googleValues, appleValues, facebookValues] = VARIABLE_GROUPS.map((variableNames) =>
    completeValuesOf(environmentVariables, variableNames),
  );
  const [googleClientId = '', googleClientSecret = ''] = googleValues ?? [];
  const [appleId = '', teamId = '', keyId = '', privateKey = ''] = appleValues ?? [];
  const [facebookId = '', facebookSecret = ''] = facebookValues ?? [];
  return {
    google: googleValues
      ? { issuer: 'https://accounts.google.com', clientId: googleClientId, clientSecret: googleClientSecret }
      : null,
    apple: appleValues
      ? { issuer: 'https://appleid.apple.com', clientId: appleId, teamId, keyId, privateKey: privateKeyOf(privateKey) }
      : null,
    facebook: facebookValues
      ? {
          dialogUrl: 'https://www.facebook.com',
          graphUrl: 'https://graph.facebook.com',
          clientId: facebookId,
          clientSecret: facebookSecret,
        }
      : null,
  };
};

/** Base URLs of the payment providers' APIs that move real money. */
export const PRODUCTION_URLS = { mangopay: 'https://api.mangopay.com', paypal: 'https://api-m.paypal.com' } as const;

/** URLs of the payment providers' browser pages and scripts, by the base URL of the provider's API. */
const BROWSER_URL_BY_API_URL: Readonly<Record<string, string>> = {
  [PRODUCTION_URLS.mangopay]: 'https://webpayment.payline.com',
  'https://api.sandbox.mangopay.com': 'https://homologation-webpayment.payline.com',
  [PRODUCTION_URLS.paypal]: 'https://www.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com',
};

/**
 * Builds the configuration of the real payment providers. `MANGOPAY_URL` and `PAYPAL_URL` may point to the test
 * environment that the provider itself calls a sandbox.
 */
export const paymentConfigOf = (environmentVariables: EnvironmentVariables): PaymentConfig => {
  const [, , , mangopayValues, paypalValues] = VARIABLE_GROUPS.map((variableNames) =>
    completeValuesOf(environmentVariables, variableNames),
  );
  const [mangopayClientId = '', mangopayApiKey = ''] = mangopayValues ?? [];
  const [paypalClientId = '', paypalClientSecret = ''] = paypalValues ?? [];
  const [mangopayUrl, paypalUrl] = [
    environmentVariables['MANGOPAY_URL'] ?? PRODUCTION_URLS.mangopay,
    environmentVariables['PAYPAL_URL'] ?? PRODUCTION_URLS.paypal,
  ];
  return {
    mangopay: mangopayValues
      ? {
          baseUrl: mangopayUrl,
          tokeniserUrl:
            environmentVariables['MANGOPAY_TOKENISER_URL'] ?? BROWSER_URL_BY_API_URL[mangopayUrl] ?? mangopayUrl,
          clientId: mangopayClientId,
          apiKey: mangopayApiKey,
        }
      : null,
    paypal: paypalValues
      ? {
          baseUrl: paypalUrl,
          pagesUrl: BROWSER_URL_BY_API_URL[paypalUrl] ?? paypalUrl,
          clientId: paypalClientId,
          clientSecret: paypalClientSecret,
        }
      : null,
  };
};

/** Returns one URL of the sign-in pages of each configured provider. */
export const signInUrlsOf = ({ google, apple, facebook }: SignInConfig): string[] =>
  [google?.issuer, apple?.issuer, facebook?.dialogUrl].flatMap((url) => url ?? []);
