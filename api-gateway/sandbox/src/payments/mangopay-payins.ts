import { berlinDay, refundEndsAt } from '@mahlzeit/contract/rules';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { CONFIRMATION_TIMEOUT_MS, returnUrlWithId } from './mangopay-bank';
import type { BankConfirmation } from './mangopay-bank';
import {
  createObjectFinder,
  MangopayCard,
  markCardUsed,
  Money,
  utcMonthOf,
  outcomeFieldsOf,
  PayInObject,
  PreAuthorizationObject,
  refusalCodeOf,
  RefundObject,
  toSeconds,
  SUCCESS_CODE,
  Wallet,
} from './mangopay-objects';
import { createEventSender, mangopayError, parameterError } from './mangopay-wire';
import type { DefineMangopayCall, MangopayDeps } from './mangopay-wire';

const NewPayIn = z.object({
  AuthorId: z.string(),
  CreditedWalletId: z.string(),
  DebitedFunds: Money,
  Fees: Money,
  CardId: z.string(),
  SecureModeReturnURL: z.url().check(z.maxLength(255)),
  SecureMode: z._default(z.enum(['DEFAULT', 'FORCE', 'NO_CHOICE']), 'DEFAULT'),
  CreditedUserId: z.optional(z.string()),
  StatementDescriptor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9 ]{1,10}$/))),
  Tag: z.optional(z.string().check(z.maxLength(255))),
  IpAddress: z.optional(z.string().check(z.refine((address) => isIP(address) !== 0, 'no IP address'))),
  BrowserInfo: z.optional(z.record(z.string(), z.unknown())),
});

const NewPreAuthorizedPayIn = z.object({
  AuthorId: z.string(),
  CreditedWalletId: z.string(),
  DebitedFunds: Money,
  Fees: Money,
  PreauthorizationId: z.string(),
  Tag: z.optional(z.string().check(z.maxLength(255))),
});

const NewRefund = z.object({
  AuthorId: z.string(),
  Tag: z.optional(z.string().check(z.maxLength(255))),
  DebitedFunds: z.optional(Money),
  Fees: z.optional(z.object({ Currency: z.literal('EUR'), Amount: z.int() })),
});

/** Creates the sandbox's routes for payments (called pay-ins by Mangopay) and refunds. */
export const createPayInRoutes = (defineRoute: DefineMangopayCall, deps: MangopayDeps) => {
  const { store, clock, access } = deps;
  const sendEvent = createEventSender(deps);
  const findObject = createObjectFinder({ store, now: clock.realNow });

  const storePayIn = (payIn: PayInObject): PayInObject => {
    store.put({ kind: 'payin', id: payIn.Id, owner: payIn.AuthorId }, payIn);
    sendEvent(`PAYIN_NORMAL_${payIn.Status}`, payIn.Id);
    markCardUsed({ store, now: clock.realNow }, payIn);
    return payIn;
  };

  /**
   * Reads a payment in its present state. A payment fails when the cardholder has not confirmed it within
   * `CONFIRMATION_TIMEOUT_MS`.
   */
  const readPayIn = (id: string): PayInObject | null => {
    const payIn = findObject(PayInObject, 'payin', id);
    if (payIn?.Status !== 'CREATED' || clock.realNow() - payIn.CreationDate * 1000 <= CONFIRMATION_TIMEOUT_MS)
      return payIn;
    return storePayIn({ ...payIn, ...outcomeFieldsOf('FAILED', { code: '101304', instant: clock.realNow() }) });
  };

  defineRoute('post', '/payins/card/direct', {
    operation: 'payin',
    handle({ request, resultCode }) {
      const parsedForm = NewPayIn.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const payInForm = parsedForm.data;
      const card = findObject(MangopayCard, 'card', payInForm.CardId);
      const wallet = findObject(Wallet, 'wallet', payInForm.CreditedWalletId);
      if (card === null || card.UserId !== payInForm.AuthorId)
        return mangopayError(400, 'param_error', { CardId: 'unknown' });
      if (wallet === null) return mangopayError(400, 'param_error', { CreditedWalletId: 'unknown' });
      if (payInForm.DebitedFunds.Amount <= payInForm.Fees.Amount)
        return mangopayError(400, 'param_error', { DebitedFunds: 'must be more than the fees' });
      const id = store.newId('payin_m');
      const refusalCode = resultCode ?? refusalCodeOf(card, payInForm.DebitedFunds.Amount, utcMonthOf(clock.realNow()));
      const isChallenged = refusalCode === null && (card.behaviour === 'challenge' || payInForm.SecureMode === 'FORCE');
      const outcomeFields =
        refusalCode === null
          ? outcomeFieldsOf('SUCCEEDED', { code: '000000', instant: clock.realNow() })
          : outcomeFieldsOf('FAILED', { code: refusalCode, instant: clock.realNow() });
      return {
        status: 200,
        body: storePayIn({
          Id: id,
          Tag: payInForm.Tag ?? null,
          CreationDate: toSeconds(clock.realNow()),
          Type: 'PAYIN',
          Nature: 'REGULAR',
          PaymentType: 'CARD',
          ExecutionType: 'DIRECT',
          ...(isChallenged ? outcomeFieldsOf('CREATED', { code: null, instant: clock.realNow() }) : outcomeFields),
          AuthorId: payInForm.AuthorId,
          CreditedUserId: payInForm.CreditedUserId ?? wallet.Owners[0] ?? null,
          CreditedWalletId: wallet.Id,
          DebitedWalletId: null,
          DebitedFunds: payInForm.DebitedFunds,
          CreditedFunds: { Currency: 'EUR', Amount: payInForm.DebitedFunds.Amount - payInForm.Fees.Amount },
          Fees: payInForm.Fees,
          SecureMode: payInForm.SecureMode,
          SecureModeNeeded: isChallenged,
          SecureModeRedirectURL: isChallenged ? `${access.baseUrl}/3ds/${id}` : null,
          SecureModeReturnURL: returnUrlWithId(payInForm.SecureModeReturnURL, 'transactionId', id),
          CardId: card.Id,
          StatementDescriptor: payInForm.StatementDescriptor ?? null,
        }),
      };
    },
  });
  defineRoute('post', '/payins/preauthorized/direct', {
    operation: 'payin',
    handle({ request, resultCode }) {
      const parsedForm = NewPreAuthorizedPayIn.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const payInForm = parsedForm.data;
      const preAuthorization = store.find(PreAuthorizationObject, 'preauthorization', payInForm.PreauthorizationId);
      const wallet = findObject(Wallet, 'wallet', payInForm.CreditedWalletId);
      if (preAuthorization === null || preAuthorization.AuthorId !== payInForm.AuthorId)
        return mangopayError(400, 'param_error', { PreauthorizationId: 'unknown' });
      if (wallet === null) return mangopayError(400, 'param_error', { CreditedWalletId: 'unknown' });
      if (
        preAuthorization.Status !== 'SUCCEEDED' ||
        preAuthorization.PaymentStatus !== 'WAITING' ||
        clock.realNow() > preAuthorization.ExpirationDate * 1000
      )
        return mangopayError(400, 'param_error', { PreauthorizationId: 'nothing is held' });
      if (payInForm.DebitedFunds.Amount > preAuthorization.RemainingFunds.Amount)
        return mangopayError(400, 'param_error', { DebitedFunds: 'more than is held' });
      if (payInForm.DebitedFunds.Amount <= payInForm.Fees.Amount)
        return mangopayError(400, 'param_error', { DebitedFunds: 'must be more than the fees' });
      const id = store.newId('payin_m');
      const paymentResultCode = resultCode ?? SUCCESS_CODE;
      if (paymentResultCode === SUCCESS_CODE)
        store.put(
          { kind: 'preauthorization', id: preAuthorization.Id, owner: preAuthorization.AuthorId },
          {
            ...preAuthorization,
            PaymentStatus: 'VALIDATED',
            RemainingFunds: { Currency: 'EUR', Amount: 0 },
            PayInId: id,
          },
        );
      return {
        status: 200,
        body: storePayIn({
          Id: id,
          Tag: payInForm.Tag ?? null,
          CreationDate: toSeconds(clock.realNow()),
          Type: 'PAYIN',
          Nature: 'REGULAR',
          PaymentType: 'PREAUTHORIZED',
          ExecutionType: 'DIRECT',
          ...outcomeFieldsOf(paymentResultCode === SUCCESS_CODE ? 'SUCCEEDED' : 'FAILED', {
            code: paymentResultCode,
            instant: clock.realNow(),
          }),
          AuthorId: payInForm.AuthorId,
          CreditedUserId: wallet.Owners[0] ?? null,
          CreditedWalletId: wallet.Id,
          DebitedWalletId: null,
          DebitedFunds: payInForm.DebitedFunds,
          CreditedFunds: { Currency: 'EUR', Amount: payInForm.DebitedFunds.Amount - payInForm.Fees.Amount },
          Fees: payInForm.Fees,
          SecureMode: preAuthorization.SecureMode,
          SecureModeNeeded: false,
          SecureModeRedirectURL: null,
          SecureModeReturnURL: preAuthorization.SecureModeReturnURL,
          CardId: preAuthorization.CardId,
          StatementDescriptor: preAuthorization.StatementDescriptor,
        }),
      };
    },
  });
  defineRoute('get', '/payins/:id', {
    operation: 'read',
    handle({ request }) {
      const payIn = readPayIn(String(request.params['id']));
      return payIn === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: payIn };
    },
  });

  /** Returns the result code of a refund that is not possible; null if it is possible. */
  const refundRefusalCode = (
    payIn: PayInObject,
    { amount, fees }: { readonly amount: number; readonly fees: number },
  ): string | null => {
    // Compares with the machine's clock, because the creation date of a payment is also from that clock.
    if (clock.realNow() > refundEndsAt({ createdAt: payIn.CreationDate * 1000 })) return '001403';
    const earlierRefunds = store
      .list(RefundObject, 'refund', payIn.AuthorId)
      .filter(({ InitialTransactionId, Status }) => InitialTransactionId === payIn.Id && Status !== 'FAILED');
    const refundedAmount = earlierRefunds.reduce(
      (refundedSum, { DebitedFunds }) => refundedSum + DebitedFunds.Amount,
      0,
    );
    if (refundedAmount >= payIn.DebitedFunds.Amount) return '001401';
    if (amount + refundedAmount > payIn.DebitedFunds.Amount || amount < 1) return '005403';
    // Sums the earlier refunds. Their fees are stored as negative amounts.
    if (earlierRefunds.reduce((refundedSum, { Fees }) => refundedSum - Fees.Amount, -fees) > payIn.Fees.Amount)
      return '005404';
    const isRepeatedRefund = earlierRefunds.some(
      ({ DebitedFunds, CreationDate }) =>
        DebitedFunds.Amount === amount && berlinDay(CreationDate * 1000) === berlinDay(clock.now()),
    );
    return isRepeatedRefund ? '005407' : null;
  };

  defineRoute('post', '/payins/:id/refunds', {
    operation: 'refund',
    handle({ request, resultCode }) {
      const payIn = readPayIn(String(request.params['id']));
      if (payIn === null) return mangopayError(404, 'ressource_not_found');
      const parsedForm = NewRefund.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const { DebitedFunds, Fees, AuthorId, Tag } = parsedForm.data;
      if ((DebitedFunds === undefined) !== (Fees === undefined))
        return mangopayError(400, 'param_error', { DebitedFunds: 'together with Fees' });
      if (payIn.Status !== 'SUCCEEDED') return mangopayError(400, 'param_error', { PayInId: 'not succeeded' });
      const refundFunds: Money = DebitedFunds ?? payIn.DebitedFunds;
      const fees = Fees?.Amount ?? 0;
      const refusalCode = resultCode ?? refundRefusalCode(payIn, { amount: refundFunds.Amount, fees });
      const refund: RefundObject = {
        Id: store.newId('refund_m'),
        Tag: Tag ?? null,
        CreationDate: toSeconds(clock.now()),
        ...outcomeFieldsOf(refusalCode === null ? 'SUCCEEDED' : 'FAILED', {
          code: refusalCode ?? '000000',
          instant: clock.now(),
        }),
        Type: 'PAYOUT',
        Nature: 'REFUND',
        InitialTransactionId: payIn.Id,
        InitialTransactionType: 'PAYIN',
        AuthorId,
        DebitedFunds: refundFunds,
        CreditedFunds: refundFunds,
        Fees: { Currency: 'EUR', Amount: fees },
        RefundReason: { RefundReasonType: 'INITIALIZED_BY_CLIENT', RefundReasonMessage: null },
      };
      store.put({ kind: 'refund', id: refund.Id, owner: payIn.AuthorId }, refund);
      sendEvent(`PAYIN_REFUND_${refund.Status}`, refund.Id);
      return { status: 200, body: refund };
    },
  });
  defineRoute('get', '/payins/:id/refunds', {
    operation: 'read',
    handle: ({ request }) => ({
      status: 200,
      body: store
        .list(RefundObject, 'refund')
        .filter(({ InitialTransactionId }) => InitialTransactionId === request.params['id']),
    }),
  });
  defineRoute('get', '/refunds/:id', {
    operation: 'read',
    handle({ request }) {
      const refund = store.find(RefundObject, 'refund', String(request.params['id']));
      return refund === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: refund };
    },
  });

  return {
    /** Finds the confirmation that the bank requests for a payment; null for an unknown id. */
    findCase(id: string): BankConfirmation | null {
      const payIn = readPayIn(id);
      return payIn === null
        ? null
        : {
            amount: payIn.DebitedFunds,
            cardId: payIn.CardId,
            returnUrl: payIn.SecureModeReturnURL,
            isOpen: payIn.Status === 'CREATED',
            decide: (resultCode) =>
              void storePayIn({
                ...payIn,
                ...outcomeFieldsOf(resultCode === SUCCESS_CODE ? 'SUCCEEDED' : 'FAILED', {
                  code: resultCode,
                  instant: clock.realNow(),
                }),
              }),
          };
    },
  };
};
