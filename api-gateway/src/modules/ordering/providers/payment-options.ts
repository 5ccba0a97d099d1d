import { PaymentOption, paymentOptionFacts } from '@mahlzeit/contract';
import type { ErrorCode, PaymentOptionFacts } from '@mahlzeit/contract';
import { gatewayRefusalOf } from '@mahlzeit/contract/rules';
import type { PaymentConfig } from '../../../platform';
import { paymentOptionTable } from './payment-option-table';
import { PAYMENT_LAPSED, PAYMENT_ABANDONED, PAYMENT_REPLACED } from './port';
import type { CardVault, ConnectDeps, PaymentOptionDescriptor, PaymentProvider } from './port';

/** A payment option with the description of its provider and with its properties from the contract. */
export interface PaymentOptionEntry extends PaymentOptionDescriptor {
  readonly option: PaymentOption;
  readonly facts: PaymentOptionFacts;
}

/** Returns the description of a payment option's provider with the option's properties from the contract. */
export const describeOption = (paymentOption: PaymentOption): PaymentOptionEntry => ({
  ...paymentOptionTable[paymentOption],
  option: paymentOption,
  facts: paymentOptionFacts(paymentOption),
});

/** Returns all payment options, in the order of the contract. */
export const paymentOptions = (): readonly PaymentOptionEntry[] => PaymentOption.options.map(describeOption);

/** Returns the provider's name of each payment option, whether or not the provider is configured. */
export const providerNames = (): readonly string[] => paymentOptions().map(({ provider }) => provider);

/** Returns the descriptor of the payment option that a provider serves. Throws for an unknown provider. */
export const describeProvider = (providerName: string): PaymentOptionEntry => {
  const optionOfProvider = paymentOptions().find(({ provider }) => provider === providerName);
  if (optionOfProvider === undefined) throw new Error(`Unknown payment provider: ${providerName}`);
  return optionOfProvider;
};

/** Returns the names of the providers whose payments the gateway captures itself. */
export const gatewayCapturedProviders = (): readonly string[] =>
  paymentOptions()
    .filter(({ facts }) => facts.capturedBy === 'gateway')
    .map(({ provider }) => provider);

/** Clients of payment providers, by name. A provider that is not configured is null or absent. */
export type PaymentProviders = Readonly<Record<string, PaymentProvider | null>>;

/** Creates the clients of all configured providers. */
export const connectProviders = (deps: ConnectDeps): PaymentProviders =>
  Object.fromEntries(paymentOptions().map((optionEntry) => [optionEntry.provider, optionEntry.connect(deps)]));

/** Returns the client of the provider at which diners register their cards; null if no such provider is configured. */
export const cardVaultOf = (connectedProviders: PaymentProviders): CardVault | null =>
  Object.values(connectedProviders).find((provider) => (provider?.cards ?? null) !== null)?.cards ?? null;

/**
 * Checks whether payments with this option move no real money, because they go to the product's sandbox or to the
 * provider's.
 */
export const isTestMoney = (config: PaymentConfig, paymentOption: PaymentOption): boolean =>
  describeOption(paymentOption).moneyOf(config) === 'test';

/** Checks whether at least one payment option is configured, so that diners can order. */
export const canTakeOrders = (config: PaymentConfig): boolean =>
  paymentOptions().some(({ moneyOf }) => moneyOf(config) !== 'none');

/** Returns the payment options that move no real money with this configuration. */
export const testPaymentOptions = (config: PaymentConfig): PaymentOption[] =>
  PaymentOption.options.filter((paymentOption) => isTestMoney(config, paymentOption));

/**
 * Checks whether a payment was given up although its provider hasn't refused it: its diner left it, replaced it or
 * missed the meal. No money was taken.
 */
export const isGivenUp = ({ state, code }: { readonly state: string; readonly code: string | null }): boolean =>
  state === 'FAILED' && [PAYMENT_ABANDONED, PAYMENT_REPLACED, PAYMENT_LAPSED].includes(code ?? '');

/** Stored code of a failure, with the name of the provider at which the payment failed. */
interface StoredFailure {
  readonly provider: string;
  readonly code: string;
}

/**
 * Converts the stored code of a failed payment to the code that clients receive: the gateway's own reason why the order
 * can't be served or its money is refunded, the provider's own code, or the code that the provider uses for this kind
 * of failure.
 */
export const shownCodeOf = ({ provider, code }: StoredFailure): string =>
  gatewayRefusalOf(code) !== null ? code : describeProvider(provider).codes.userReason(code);

/** Error that a diner receives for a failed payment, in the provider's form (contract §0). */
export interface PaymentRefusedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/**
 * Returns the error of a payment or refund that failed. `code` is the stored reason; null if the provider returned
 * none.
 */
export const paymentRefusedError = ({
  provider,
  code,
}: Pick<StoredFailure, 'provider'> & { readonly code: string | null }): PaymentRefusedError => {
  const { facts, codes } = describeProvider(provider);
  const userCode = shownCodeOf({ provider, code: code ?? 'unknown' });
  return {
    code: facts.refusal.code,
    message: codes.errorMessage(userCode),
    details: { [facts.refusal.reasonField]: userCode },
  };
};
