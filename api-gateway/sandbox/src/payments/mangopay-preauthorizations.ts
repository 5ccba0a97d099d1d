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
  PreAuthorizationObject,
  refusalCodeOf,
  toSeconds,
  SUCCESS_CODE,
} from './mangopay-objects';
import { createEventSender, mangopayError, parameterError } from './mangopay-wire';
import type { DefineMangopayCall, MangopayDeps } from './mangopay-wire';

const BrowserInfo = z.looseObject({
  AcceptHeader: z.string(),
  JavaEnabled: z.boolean(),
  Language: z.string(),
  UserAgent: z.string(),
  JavascriptEnabled: z.boolean(),
});

// A pre-authorisation must contain the browser data for 3-D Secure; a payment needn't (A.7).
const NewPreAuthorization = z.object({
  AuthorId: z.string(),
  DebitedFunds: Money.check(z.refine(({ Amount }) => Amount >= 1, 'at least 1')),
  CardId: z.string(),
  SecureModeReturnURL: z.url().check(z.maxLength(255)),
  SecureMode: z._default(z.enum(['DEFAULT', 'FORCE', 'NO_CHOICE']), 'DEFAULT'),
  IpAddress: z.string().check(z.refine((address) => isIP(address) !== 0, 'no IP address')),
  BrowserInfo,
  StatementDescriptor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9 ]{1,10}$/))),
  Tag: z.optional(z.string().check(z.maxLength(255))),
});

const PreAuthorizationChange = z.object({
  PaymentStatus: z.optional(z.literal('CANCELED')),
  Tag: z.optional(z.string().check(z.maxLength(255))),
});

/** Time in milliseconds for which a bank reserves the amount of a pre-authorisation: seven days. */
const RESERVATION_DURATION_MS = 7 * 86_400_000;

const resultFields = (
  resultCode: string | null,
  now: number,
): Pick<PreAuthorizationObject, 'Status' | 'ResultCode' | 'ResultMessage' | 'AuthorizationDate'> => {
  const { ExecutionDate, ...result } = outcomeFieldsOf(
    resultCode === null ? 'CREATED' : resultCode === SUCCESS_CODE ? 'SUCCEEDED' : 'FAILED',
    {
      code: resultCode,
      instant: now,
    },
  );
  return { ...result, AuthorizationDate: result.Status === 'SUCCEEDED' ? ExecutionDate : null };
};

/** Creates the sandbox's routes for pre-authorisations, and the function that finds their confirmations by the bank. */
export const createPreAuthorizationRoutes = (defineRoute: DefineMangopayCall, deps: MangopayDeps) => {
  const { store, clock, access } = deps;
  const sendEvent = createEventSender(deps);
  const fixtureDeps = { store, now: clock.realNow };
  const findObject = createObjectFinder(fixtureDeps);

  const putPreAuthorization = (preAuthorization: PreAuthorizationObject): PreAuthorizationObject => {
    store.put(
      { kind: 'preauthorization', id: preAuthorization.Id, owner: preAuthorization.AuthorId },
      preAuthorization,
    );
    return preAuthorization;
  };

  const storePreAuthorization = (preAuthorization: PreAuthorizationObject): PreAuthorizationObject => {
    markCardUsed(fixtureDeps, preAuthorization);
    sendEvent(`PREAUTHORIZATION_${preAuthorization.Status}`, preAuthorization.Id);
    return putPreAuthorization(preAuthorization);
  };

  const endPreAuthorization = (
    preAuthorization: PreAuthorizationObject,
    PaymentStatus: 'CANCELED' | 'EXPIRED',
  ): PreAuthorizationObject => {
    sendEvent(`PREAUTHORIZATION_PAYMENT_${PaymentStatus}`, preAuthorization.Id);
    return putPreAuthorization({ ...preAuthorization, PaymentStatus, RemainingFunds: { Currency: 'EUR', Amount: 0 } });
  };

  /**
   * Reads a pre-authorisation in its present state. An unanswered confirmation fails, and a reservation expires after
   * seven days.
   */
  const readPreAuthorization = (id: string): PreAuthorizationObject | null => {
    const preAuthorization = store.find(PreAuthorizationObject, 'preauthorization', id);
    if (preAuthorization === null) return null;
    if (
      preAuthorization.Status === 'CREATED' &&
      clock.realNow() - preAuthorization.CreationDate * 1000 > CONFIRMATION_TIMEOUT_MS
    )
      return storePreAuthorization({ ...preAuthorization, ...resultFields('101304', clock.realNow()) });
    const isReservationExpired =
      preAuthorization.Status === 'SUCCEEDED' &&
      preAuthorization.PaymentStatus === 'WAITING' &&
      clock.realNow() > preAuthorization.ExpirationDate * 1000;
    return isReservationExpired ? endPreAuthorization(preAuthorization, 'EXPIRED') : preAuthorization;
  };

  defineRoute('post', '/preauthorizations/card/direct', {
    operation: 'cardRegistration',
    handle({ request, resultCode }) {
      const parsedForm = NewPreAuthorization.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const {
        AuthorId,
        CardId,
        DebitedFunds,
        SecureMode,
        SecureModeReturnURL,
        StatementDescriptor = null,
        Tag = null,
      } = parsedForm.data;
      const card = findObject(MangopayCard, 'card', CardId);
      if (card === null || card.UserId !== AuthorId) return mangopayError(400, 'param_error', { CardId: 'unknown' });
      const now = clock.realNow();
      const id = store.newId('preauth_m');
      const refusalCode = resultCode ?? refusalCodeOf(card, DebitedFunds.Amount, utcMonthOf(now));
      const isChallenged = refusalCode === null && (card.behaviour === 'challenge' || SecureMode === 'FORCE');
      return {
        status: 200,
        body: storePreAuthorization({
          AuthorId,
          CardId,
          DebitedFunds,
          SecureMode,
          StatementDescriptor,
          Tag,
          ...resultFields(isChallenged ? null : (refusalCode ?? SUCCESS_CODE), now),
          Id: id,
          CreationDate: toSeconds(now),
          PaymentStatus: 'WAITING',
          PaymentType: 'CARD',
          ExecutionType: 'DIRECT',
          RemainingFunds: DebitedFunds,
          ExpirationDate: toSeconds(now + RESERVATION_DURATION_MS),
          PayInId: null,
          SecureModeNeeded: isChallenged,
          SecureModeRedirectURL: isChallenged ? `${access.baseUrl}/3ds/${id}` : null,
          SecureModeReturnURL: returnUrlWithId(SecureModeReturnURL, 'preAuthorizationId', id),
        }),
      };
    },
  });
  defineRoute('get', '/preauthorizations/:id', {
    operation: 'read',
    handle({ request }) {
      const preAuthorization = readPreAuthorization(String(request.params['id']));
      return preAuthorization === null
        ? mangopayError(404, 'ressource_not_found')
        : { status: 200, body: preAuthorization };
    },
  });
  defineRoute('put', '/preauthorizations/:id', {
    operation: 'cardRegistration',
    handle({ request }) {
      const preAuthorization = readPreAuthorization(String(request.params['id']));
      if (preAuthorization === null) return mangopayError(404, 'ressource_not_found');
      const parsedForm = PreAuthorizationChange.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const { PaymentStatus, Tag = preAuthorization.Tag } = parsedForm.data;
      if (PaymentStatus === undefined) return { status: 200, body: putPreAuthorization({ ...preAuthorization, Tag }) };
      if (preAuthorization.Status !== 'SUCCEEDED' || preAuthorization.PaymentStatus !== 'WAITING')
        return mangopayError(400, 'param_error', { PaymentStatus: `it is ${preAuthorization.PaymentStatus}` });
      return { status: 200, body: endPreAuthorization({ ...preAuthorization, Tag }, PaymentStatus) };
    },
  });
  for (const [path, ownerField] of [
    ['/users/:id/preauthorizations', 'AuthorId'],
    ['/cards/:id/preauthorizations', 'CardId'],
  ] as const) {
    defineRoute('get', path, {
      operation: 'read',
      handle: ({ request }) => ({
        status: 200,
        body: store
          .list(PreAuthorizationObject, 'preauthorization')
          .filter((preAuthorization) => preAuthorization[ownerField] === request.params['id']),
      }),
    });
  }

  return {
    /** Finds the confirmation that the bank requests for a pre-authorisation; null for an unknown id. */
    findCase(id: string): BankConfirmation | null {
      const preAuthorization = readPreAuthorization(id);
      return preAuthorization === null
        ? null
        : {
            amount: preAuthorization.DebitedFunds,
            cardId: preAuthorization.CardId,
            returnUrl: preAuthorization.SecureModeReturnURL,
            isOpen: preAuthorization.Status === 'CREATED',
            decide: (code) =>
              void storePreAuthorization({ ...preAuthorization, ...resultFields(code, clock.realNow()) }),
          };
    },
  };
};
