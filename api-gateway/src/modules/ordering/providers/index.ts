export {
  cardVaultOf,
  connectProviders,
  describeOption,
  describeProvider,
  gatewayCapturedProviders,
  isGivenUp,
  isTestMoney,
  paymentOptions,
  paymentRefused,
  providerNames,
  shownCode,
  takesOrders,
  testPaymentOptions,
} from './payment-options';
export type { PaymentProviders } from './payment-options';
export * from './port';
