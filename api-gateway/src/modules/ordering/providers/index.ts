export {
  cardVaultOf,
  connectProviders,
  describeOption,
  describeProvider,
  gatewayCapturedProviders,
  isGivenUp,
  isTestMoney,
  paymentOptions,
  paymentRefusedError,
  providerNames,
  shownCodeOf,
  canTakeOrders,
  testPaymentOptions,
} from './payment-options';
export type { PaymentProviders } from './payment-options';
export * from './port';
