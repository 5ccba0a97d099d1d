import type { Providers } from './compose-modules';
import { takesOrders, testPaymentOptions } from './modules/ordering';
import type { PageProviders } from './modules/releases';
import type { OpenedSandbox } from './open-sandbox';
import type { PaymentConfig } from './platform';
import { SANDBOX_MAPS_KEY } from './platform/config/config';
import type { GatewayConfig } from './platform/config/config';
import { signInUrlsOf } from './platform/config/provider-config';
import type { SignInConfig } from './platform/config/provider-config';

const GOOGLE_MAPS_SCRIPT = 'https://maps.googleapis.com/maps/api/js';

/** Google's map, or the sandbox's map for the sandbox's key; null without a key. */
const googleMapsOf = (key: string | null, sandboxUrl: string | null): PageProviders['googleMaps'] => {
  if (key === null) return null;
  if (key !== SANDBOX_MAPS_KEY) return { key, scriptUrl: GOOGLE_MAPS_SCRIPT };
  return sandboxUrl === null ? null : { key, scriptUrl: sandboxUrl };
};

/**
 * Pages of third parties that our pages link to, frame or send card data to. The bank's page has the sandbox's address;
 * a real bank may have any.
 */
const foreignPagesOf = (
  signIn: SignInConfig,
  { mangopay, paypal }: PaymentConfig,
  sandboxUrl: string | null,
): PageProviders['foreignPages'] => ({
  cards: mangopay === null ? null : { tokeniserUrls: [mangopay.tokeniserUrl, mangopay.baseUrl], bankUrl: sandboxUrl },
  paypalUrl: paypal?.pagesUrl ?? null,
  signInUrls: signInUrlsOf(signIn),
});

/** Chooses the sandbox's services where the sandbox runs, else the configured ones. */
export const chooseProviders = (
  config: Pick<GatewayConfig, 'signIn' | 'payment' | 'googleMapsKey'>,
  sandbox: OpenedSandbox | null,
): Providers => {
  const signIn = sandbox?.signIn ?? config.signIn;
  const payment = sandbox?.payments ?? config.payment;
  return {
    signIn,
    payment,
    mailbox: sandbox?.mailbox ?? null,
    pages: {
      googleMaps: googleMapsOf(config.googleMapsKey, sandbox?.mapsUrl ?? null),
      foreignPages: foreignPagesOf(signIn, payment, sandbox?.url ?? null),
      testPayments: testPaymentOptions(payment),
      takesOrders: takesOrders(payment),
      isSandbox: sandbox !== null,
    },
  };
};
