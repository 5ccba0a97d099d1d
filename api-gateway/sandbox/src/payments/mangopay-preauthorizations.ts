import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { BANK_WAITS_MS, returnUrlOf } from './mangopay-bank';
import type { BankCase } from './mangopay-bank';
import {
  createFinder,
  MangopayCard,
  markUsed,
  Money,
  monthOf,
  outcome,
  PreAuthorizationObject,
  refusalOf,
  seconds,
  SUCCESS,
} from './mangopay-objects';
import { createTeller, mangopayError, paramError } from './mangopay-wire';
import type { DefineCall, MangopayDeps } from './mangopay-wire';

const BrowserInfo = z.looseObject({
  AcceptHeader: z.string(),
  JavaEnabled: z.boolean(),
  Language: z.string(),
  UserAgent: z.string(),
  JavascriptEnabled: z.boolean(),
});

// Unlike a payment, a pre-authorisation requires the browser facts of 3-D Secure (A.7).
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

const Change = z.object({
  PaymentStatus: z.optional(z.literal('CANCELED')),
  Tag: z.optional(z.string().check(z.maxLength(255))),
});

/** Time that a bank holds money. */
const HELD_MS = 7 * 86_400_000;

const resultOf = (
  code: string | null,
  at: number,
): Pick<PreAuthorizationObject, 'Status' | 'ResultCode' | 'ResultMessage' | 'AuthorizationDate'> => {
  const { ExecutionDate, ...result } = outcome(code === null ? 'CREATED' : code === SUCCESS ? 'SUCCEEDED' : 'FAILED', {
    code,
    at,
  });
  return { ...result, AuthorizationDate: result.Status === 'SUCCEEDED' ? ExecutionDate : null };
};

/** Creates the routes of pre-authorisations. */
export const createPreAuthorizationRoutes = (define: DefineCall, deps: MangopayDeps) => {
  const { store, clock, access } = deps;
  const tell = createTeller(deps);
  const fixtures = { store, now: clock.realNow };
  const find = createFinder(fixtures);

  const write = (held: PreAuthorizationObject): PreAuthorizationObject => {
    store.put({ kind: 'preauthorization', id: held.Id, owner: held.AuthorId }, held);
    return held;
  };

  const put = (held: PreAuthorizationObject): PreAuthorizationObject => {
    markUsed(fixtures, held);
    tell(`PREAUTHORIZATION_${held.Status}`, held.Id);
    return write(held);
  };

  const change = (held: PreAuthorizationObject, PaymentStatus: 'CANCELED' | 'EXPIRED'): PreAuthorizationObject => {
    tell(`PREAUTHORIZATION_PAYMENT_${PaymentStatus}`, held.Id);
    return write({ ...held, PaymentStatus, RemainingFunds: { Currency: 'EUR', Amount: 0 } });
  };

  /** Returns a pre-authorisation as of now: an unanswered question expires, and held money is released in the end. */
  const current = (id: string): PreAuthorizationObject | null => {
    const held = store.find(PreAuthorizationObject, 'preauthorization', id);
    if (held === null) return null;
    if (held.Status === 'CREATED' && clock.realNow() - held.CreationDate * 1000 > BANK_WAITS_MS)
      return put({ ...held, ...resultOf('101304', clock.realNow()) });
    const isOver =
      held.Status === 'SUCCEEDED' && held.PaymentStatus === 'WAITING' && clock.realNow() > held.ExpirationDate * 1000;
    return isOver ? change(held, 'EXPIRED') : held;
  };

  define('post', '/preauthorizations/card/direct', {
    operation: 'cardRegistration',
    work({ request, resultCode }) {
      const parsed = NewPreAuthorization.safeParse(request.body);
      if (!parsed.success) return paramError(parsed.error);
      const {
        AuthorId,
        CardId,
        DebitedFunds,
        SecureMode,
        SecureModeReturnURL,
        StatementDescriptor = null,
        Tag = null,
      } = parsed.data;
      const card = find(MangopayCard, 'card', CardId);
      if (card === null || card.UserId !== AuthorId) return mangopayError(400, 'param_error', { CardId: 'unknown' });
      const at = clock.realNow();
      const id = store.newId('preauth_m');
      const refused = resultCode ?? refusalOf(card, DebitedFunds.Amount, monthOf(at));
      const isAsked = refused === null && (card.behaviour === 'challenge' || SecureMode === 'FORCE');
      return {
        status: 200,
        body: put({
          AuthorId,
          CardId,
          DebitedFunds,
          SecureMode,
          StatementDescriptor,
          Tag,
          ...resultOf(isAsked ? null : (refused ?? SUCCESS), at),
          Id: id,
          CreationDate: seconds(at),
          PaymentStatus: 'WAITING',
          PaymentType: 'CARD',
          ExecutionType: 'DIRECT',
          RemainingFunds: DebitedFunds,
          ExpirationDate: seconds(at + HELD_MS),
          PayInId: null,
          SecureModeNeeded: isAsked,
          SecureModeRedirectURL: isAsked ? `${access.baseUrl}/3ds/${id}` : null,
          SecureModeReturnURL: returnUrlOf(SecureModeReturnURL, 'preAuthorizationId', id),
        }),
      };
    },
  });
  define('get', '/preauthorizations/:id', {
    operation: 'read',
    work({ request }) {
      const held = current(String(request.params['id']));
      return held === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: held };
    },
  });
  define('put', '/preauthorizations/:id', {
    operation: 'cardRegistration',
    work({ request }) {
      const held = current(String(request.params['id']));
      if (held === null) return mangopayError(404, 'ressource_not_found');
      const parsed = Change.safeParse(request.body);
      if (!parsed.success) return paramError(parsed.error);
      const { PaymentStatus, Tag = held.Tag } = parsed.data;
      if (PaymentStatus === undefined) return { status: 200, body: write({ ...held, Tag }) };
      if (held.Status !== 'SUCCEEDED' || held.PaymentStatus !== 'WAITING')
        return mangopayError(400, 'param_error', { PaymentStatus: `it is ${held.PaymentStatus}` });
      return { status: 200, body: change({ ...held, Tag }, PaymentStatus) };
    },
  });
  for (const [path, isOf] of [
    ['/users/:id/preauthorizations', 'AuthorId'],
    ['/cards/:id/preauthorizations', 'CardId'],
  ] as const) {
    define('get', path, {
      operation: 'read',
      work: ({ request }) => ({
        status: 200,
        body: store
          .list(PreAuthorizationObject, 'preauthorization')
          .filter((held) => held[isOf] === request.params['id']),
      }),
    });
  }

  return {
    /** Returns the bank's question about a pre-authorisation; null: the id is unknown. */
    findCase(id: string): BankCase | null {
      const held = current(id);
      return held === null
        ? null
        : {
            amount: held.DebitedFunds,
            cardId: held.CardId,
            returnUrl: held.SecureModeReturnURL,
            isOpen: held.Status === 'CREATED',
            decide: (code) => void put({ ...held, ...resultOf(code, clock.realNow()) }),
          };
    },
  };
};
