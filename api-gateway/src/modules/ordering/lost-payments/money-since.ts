import { ok } from '@mahlzeit/contract';
import type { Cents } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { isOwnCharge } from '../payments';
import type { ListedRefund, PaymentProvider, PaymentProviders, ProviderPayment, ProviderResult } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';

/** Timeout in milliseconds of a list with all of its pages. */
const LIST_DEADLINE_MS = 60_000;

/** Timeout in milliseconds of the reading of one payment. */
const READ_DEADLINE_MS = 10_000;

/** Time in milliseconds by which the clocks of a provider and of this machine may differ. */
const CLOCK_MARGIN_MS = 5 * 60_000;

/** Money that has moved at a provider, whether or not the gateway knows of it. */
interface ListedMoney {
  /** Ids of the payments that have taken money. */
  readonly paymentIds: readonly string[];
  readonly refunds: readonly ListedRefund[];
}

/** Sums the refunds of each payment, in cents. */
export const sumRefunds = (refunds: readonly ListedRefund[]): ReadonlyMap<string, Cents> => {
  const sums = new Map<string, Cents>();
  for (const { paymentId, amount } of refunds) sums.set(paymentId, (sums.get(paymentId) ?? 0) + amount);
  return sums;
};

/** Lists the money that has moved at a provider since an instant, or since the beginning of the provider's record. */
export const listMoneySince = async (
  provider: PaymentProvider,
  takenAt: number,
  realNow: number,
): ProviderResult<ListedMoney> => {
  const since = Math.max(takenAt - CLOCK_MARGIN_MS, realNow - provider.recordLifeMs);
  const paymentIds = await provider.listPayments(since, AbortSignal.timeout(LIST_DEADLINE_MS));
  if (!paymentIds.ok) return paymentIds;
  const refunds = await provider.listRefunds(since, AbortSignal.timeout(LIST_DEADLINE_MS));
  return refunds.ok ? ok({ paymentIds: paymentIds.value, refunds: refunds.value }) : refunds;
};

/** State to which a database was restored, and the present instant, both in real time. */
interface RestoredState {
  readonly takenAt: number;
  readonly realNow: number;
}

/** Charge of which some money isn't refunded. `amount` is the rest of the money. */
type LostCharge = Pick<ProviderPayment, 'id' | 'reference' | 'amount'>;

/** Lists the payments of a provider that have taken money for orders which this database doesn't contain. */
const listLostChargesOf = async (
  knex: Connection,
  provider: PaymentProvider,
  { takenAt, realNow }: RestoredState,
): ProviderResult<readonly LostCharge[]> => {
  const money = await listMoneySince(provider, takenAt, realNow);
  if (!money.ok) return money;
  const attempts = createAttemptRepository(knex);
  const refundedByPayment = sumRefunds(money.value.refunds);
  const lostCharges: LostCharge[] = [];
  for (const paymentId of money.value.paymentIds) {
    if ((await attempts.findByProviderId(provider.name, paymentId)) !== null) continue;
    const payment = await provider.read(paymentId, AbortSignal.timeout(READ_DEADLINE_MS));
    if (!payment.ok) return payment;
    if (payment.value === null || !isOwnCharge(payment.value)) continue;
    const { id, reference } = payment.value;
    const amount = payment.value.amount - (refundedByPayment.get(id) ?? 0);
    if (amount > 0 && (await attempts.findOfOrder(reference)) === null) lostCharges.push({ id, reference, amount });
  }
  return ok(lostCharges);
};

/** Payments of one provider for lost orders; null if the provider can't be asked at the moment. */
export interface LostCharges {
  readonly provider: string;
  readonly charges: readonly LostCharge[] | null;
  /** Beginning of the provider's record if that is later than the restored state; earlier payments aren't listed. */
  readonly listedSince: number | null;
}

/** Asks all configured providers for payments whose orders the restore of a database has lost. Stores nothing. */
export const listLostCharges = async (
  knex: Connection,
  providers: PaymentProviders,
  restoredState: RestoredState,
): Promise<readonly LostCharges[]> => {
  const lostCharges: LostCharges[] = [];
  for (const provider of Object.values(providers)) {
    if (provider === null) continue;
    const charges = await listLostChargesOf(knex, provider, restoredState);
    const recordBegin = restoredState.realNow - provider.recordLifeMs;
    lostCharges.push({
      provider: provider.name,
      charges: charges.ok ? charges.value : null,
      listedSince: restoredState.takenAt < recordBegin ? recordBegin : null,
    });
  }
  return lostCharges;
};
