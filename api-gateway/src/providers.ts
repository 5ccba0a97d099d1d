import type { Providers } from './compose-modules';
import { canTakeOrders, testPaymentOptions } from './modules/ordering';
import type { PageProviders } from './modules/releases';
import type { OpenedSandbox } from './open-sandbox';
import type { PaymentConfig } from './platform';
import { SANDBOX_MAPS_KEY } from './platform/config/config';
import type { GatewayConfig } from './platform/config/config';
import { signInUrlsOf } from './platform/config/provider-config';
import type { SignInConfig } from './platform/config/provider-config';

const GOOGLE_MAPS_SCRIPT = 'https://maps.googleapis.com/maps/api/js';

/**
 * Returns the key and the script of Google's map, or those of the sandbox's imitation if the sandbox's key is
 * configured; null without a key.
 */
const googleMapsProviderOf = (mapsKey: string | null, sandboxUrl: string | null): PageProviders['googleMaps'] => {
  if (mapsKey === null) return null;
  if (mapsKey !== SANDBOX_MAPS_KEY) return { key: mapsKey, scriptUrl: GOOGLE_MAPS_SCRIPT };
  return sandboxUrl === null ? null : { key: mapsKey, scriptUrl: sandboxUrl };
};

/**
 * Returns the pages of third parties that the product's pages link to, show in a frame or send card data to. `bankUrl`
 * is known only for the sandbox; the page of a real bank may have any URL.
 */
const thirdPartyPagesOf = (
  signIn: SignInConfig,
  { mangopay, paypal }: PaymentConfig,
  sandboxUrl: string | null,
): PageProviders['thirdPartyPages'] => ({
  cards: mangopay === null ? null : { tokeniserUrls: [mangopay.tokeniserUrl, mangopay.baseUrl], bankUrl: sandboxUrl },
  paypalUrl: paypal?.pagesUrl ?? null,
  signInUrls: signInUrlsOf(signIn),
});

/** Returns the sandbox's imitations of external services if the sandbox runs, otherwise the configured services. */
export const chooseProviders = (
  config: Pick<GatewayConfig, 'signIn' | 'payment' | 'googleMapsKey'>,
  openedSandbox: OpenedSandbox | null,
): Providers => {
  const signIn = openedSandbox?.signIn ?? config.signIn;
  const paymentConfig = openedSandbox?.payments ?? config.payment;
  return {
    signIn,
    payment: paymentConfig,
    mailbox: openedSandbox?.mailbox ?? null,
    pages: {
      googleMaps: googleMapsProviderOf(config.googleMapsKey, openedSandbox?.mapsUrl ?? null),
      thirdPartyPages: thirdPartyPagesOf(signIn, paymentConfig, openedSandbox?.url ?? null),
      testPayments: testPaymentOptions(paymentConfig),
      takesOrders: canTakeOrders(paymentConfig),
      isSandbox: openedSandbox !== null,
      sandboxUrl: openedSandbox?.url ?? null,
    },
  };
};
