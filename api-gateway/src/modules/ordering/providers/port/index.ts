export * from './own-reasons';
export type { ConnectDeps, PaymentOptionDescriptor } from './payment-option';
export { RELEASE_FORCED_MS } from './payment-provider';
export type {
  ProviderResult,
  CardVault,
  ListedRefund,
  NewPayment,
  NewPreAuthorization,
  NewRefund,
  OwnedCard,
  PaymentProvider,
  PreAuthorization,
  ProviderError,
  ProviderPayment,
  ProviderRefund,
  ProviderRefusedError,
} from './payment-provider';
export { createProviderCaller, parseAnswer, isOutcomeUnknown, unreachableResult } from './provider-http';
export type { FetchFunction, ProviderCall, ProviderResponse } from './provider-http';
export type { ProviderWebhooks, ReportedRefund, WebhookActions } from './provider-webhooks';
