import { PaymentOption, paymentOptionFacts } from '@mahlzeit/contract';
import type { ErrorCode, PaymentOptionFacts } from '@mahlzeit/contract';
import type { PaymentConfig } from '../../../platform';
import { paymentOptionTable } from './payment-option-table';
import { LAPSED, LEFT, REFUNDED_REASONS, REPLACED } from './port';
import type { CardVault, ConnectDeps, PaymentOptionDescriptor, PaymentProvider } from './port';

/** One way to pay with all that the gateway knows of it. */
export interface PaymentOptionEntry extends PaymentOptionDescriptor {
  readonly option: PaymentOption;
  readonly facts: PaymentOptionFacts;
}

/** Returns the descriptor of a way to pay. */
export const describeOption = (option: PaymentOption): PaymentOptionEntry => ({
  ...paymentOptionTable[option],
  option,
  facts: paymentOptionFacts(option),
});

/** Ways to pay, in the contract's order. */
export const paymentOptions = (): readonly PaymentOptionEntry[] => PaymentOption.options.map(describeOption);

/** Names of all providers. */
export const providerNames = (): readonly string[] => paymentOptions().map(({ provider }) => provider);

/** Returns the descriptor of the way to pay that a provider serves. Throws for an unknown provider. */
export const describeProvider = (name: string): PaymentOptionEntry => {
  const entry = paymentOptions().find(({ provider }) => provider === name);
  if (entry === undefined) throw new Error(`Unknown payment provider: ${name}`);
  return entry;
};

/** Names of the providers whose payments the gateway captures. */
export const gatewayCapturedProviders = (): readonly string[] =>
  paymentOptions()
    .filter(({ facts }) => facts.capturedBy === 'gateway')
    .map(({ provider }) => provider);

/** Providers by name; null and absent: not set up. */
export type PaymentProviders = Readonly<Record<string, PaymentProvider | null>>;

/** Connects to all providers that are set up. */
export const connectProviders = (deps: ConnectDeps): PaymentProviders =>
  Object.fromEntries(paymentOptions().map((entry) => [entry.provider, entry.connect(deps)]));

/** Returns the vault in which diners register their cards; null where no provider with cards is set up. */
export const cardVaultOf = (providers: PaymentProviders): CardVault | null =>
  Object.values(providers).find((provider) => (provider?.cards ?? null) !== null)?.cards ?? null;

/** Whether payments of this option move no real money: they go to a sandbox, ours or the provider's. */
export const isTestMoney = (config: PaymentConfig, option: PaymentOption): boolean =>
  describeOption(option).moneyOf(config) === 'test';

/** Whether any order can be paid with this configuration. */
export const takesOrders = (config: PaymentConfig): boolean =>
  paymentOptions().some(({ moneyOf }) => moneyOf(config) !== 'none');

/** Ways to pay that move no real money with this configuration. */
export const testPaymentOptions = (config: PaymentConfig): PaymentOption[] =>
  PaymentOption.options.filter((option) => isTestMoney(config, option));

/** Whether a payment was given up without a refusal of its provider: nobody has asked for the money. */
export const isGivenUp = ({ state, code }: { readonly state: string; readonly code: string | null }): boolean =>
  state === 'FAILED' && [LEFT, REPLACED, LAPSED].includes(code ?? '');

/** Stored reason of a failure, with the name of the provider that it happened at. */
interface StoredFailure {
  readonly provider: string;
  readonly code: string;
}

/**
 * Returns the reason of a failed payment as clients know it: the provider's own code, or the one that the provider has
 * for such a failure.
 */
export const shownCode = ({ provider, code }: StoredFailure): string =>
  REFUNDED_REASONS.includes(code) ? code : describeProvider(provider).codes.userReason(code);

/** Error of a diner whose payment failed, in the provider's form (contract §0). */
export interface PaymentRefusedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Returns the error of a payment or refund that failed with this stored reason; null: the provider gave none. */
export const paymentRefused = ({
  provider,
  code,
}: Pick<StoredFailure, 'provider'> & { readonly code: string | null }): PaymentRefusedError => {
  const { facts, codes } = describeProvider(provider);
  const userCode = shownCode({ provider, code: code ?? 'unknown' });
  return {
    code: facts.refusal.code,
    message: codes.errorMessage(userCode),
    details: { [facts.refusal.reasonField]: userCode },
  };
};
