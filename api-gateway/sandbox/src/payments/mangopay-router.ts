import { timingSafeEqual } from 'node:crypto';
import express, { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import { createBankRouter } from './mangopay-bank';
import { createCardRoutes } from './mangopay-cards';
import {
  createObjectFinder,
  EventObject,
  HookObject,
  MangopayUser,
  PayInObject,
  RefundObject,
  toSeconds,
  Wallet,
} from './mangopay-objects';
import { createPayInRoutes } from './mangopay-payins';
import { createPreAuthorizationRoutes } from './mangopay-preauthorizations';
import { createRouteDefiner, mangopayError, parameterError } from './mangopay-wire';
import type { DefineMangopayCall, MangopayDeps } from './mangopay-wire';
import type { ProviderAnswer } from './provider-call';

const ACCESS_TOKEN_LIFE_S = 3600;
const AccessToken = z.object({ client: z.string(), provider: z.literal('mangopay') });

const isEqualInConstantTime = (actualText: string, expectedText: string): boolean =>
  actualText.length === expectedText.length && timingSafeEqual(Buffer.from(actualText), Buffer.from(expectedText));

const sendAnswer = (response: Response, { status, body }: ProviderAnswer): void =>
  void response.status(status).json(body);

const credentialsOf = ({ headers: { authorization = '' } }: Request): readonly [string, string] => {
  const [, encodedCredentials = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? [];
  const [id = '', ...secretParts] = Buffer.from(encodedCredentials, 'base64').toString('utf8').split(':');
  return [id, secretParts.join(':')];
};

const NewUser = z.object({
  FirstName: z.string().check(z.minLength(1), z.maxLength(100)),
  LastName: z.string().check(z.minLength(1), z.maxLength(100)),
  Email: z.email(),
  TermsAndConditionsAccepted: z.literal(true),
  UserCategory: z.literal('PAYER'),
  Tag: z.optional(z.string().check(z.maxLength(255))),
});
const NewWallet = z.object({
  Owners: z.array(z.string()).check(z.minLength(1), z.maxLength(1)),
  Currency: z.literal('EUR'),
  Description: z.string().check(z.maxLength(255)),
  Tag: z.optional(z.string()),
});
const NewHook = z.object({
  EventType: z.string().check(z.regex(/^[A-Z_]+$/)),
  Url: z.url().check(z.maxLength(255)),
  Tag: z.optional(z.string()),
});
const HookChange = z.object({ Status: z.optional(z.enum(['ENABLED', 'DISABLED'])), Url: z.optional(z.url()) });

const defineUserAndWalletRoutes = (defineRoute: DefineMangopayCall, deps: MangopayDeps): void => {
  const { store, clock } = deps;
  const findObject = createObjectFinder({ store, now: clock.realNow });
  defineRoute('post', '/users/natural', {
    operation: 'cardRegistration',
    handle({ request }) {
      const parsedForm = NewUser.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const user: MangopayUser = {
        PersonType: 'NATURAL',
        KYCLevel: 'LIGHT',
        UserStatus: 'ACTIVE',
        ...parsedForm.data,
        Id: store.newId('user_m'),
        Tag: parsedForm.data.Tag ?? null,
        CreationDate: toSeconds(clock.realNow()),
      };
      store.put({ kind: 'user', id: user.Id, owner: null }, user);
      return { status: 200, body: user };
    },
  });
  defineRoute('get', '/users/:id', {
    operation: 'read',
    handle({ request }) {
      const user = findObject(MangopayUser, 'user', String(request.params['id']));
      return user === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: user };
    },
  });
  defineRoute('get', '/users/:id/transactions', {
    operation: 'read',
    handle: ({ request }) => ({
      status: 200,
      body: [
        ...store.list(PayInObject, 'payin', String(request.params['id'])),
        ...store.list(RefundObject, 'refund', String(request.params['id'])),
      ].reverse(),
    }),
  });
  defineRoute('post', '/wallets', {
    operation: 'cardRegistration',
    handle({ request }) {
      const parsedForm = NewWallet.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const wallet: Wallet = {
        ...parsedForm.data,
        Tag: parsedForm.data.Tag ?? null,
        Id: store.newId('wlt_m'),
        Balance: { Currency: 'EUR', Amount: 0 },
        FundsType: 'DEFAULT',
        CreationDate: toSeconds(clock.realNow()),
      };
      store.put({ kind: 'wallet', id: wallet.Id, owner: null }, wallet);
      return { status: 200, body: wallet };
    },
  });
  defineRoute('get', '/wallets/:id', {
    operation: 'read',
    handle({ request }) {
      const wallet = findObject(Wallet, 'wallet', String(request.params['id']));
      return wallet === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: wallet };
    },
  });
};

const defineHookRoutes = (defineRoute: DefineMangopayCall, { store, clock }: MangopayDeps): void => {
  defineRoute('get', '/hooks', {
    operation: 'read',
    handle: () => ({ status: 200, body: store.list(HookObject, 'hook') }),
  });
  defineRoute('post', '/hooks', {
    operation: 'cardRegistration',
    handle({ request }) {
      const parsedForm = NewHook.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      if (store.list(HookObject, 'hook').some(({ EventType }) => EventType === parsedForm.data.EventType))
        return mangopayError(400, 'param_error', { EventType: 'there is a hook for it' });
      const hook: HookObject = {
        ...parsedForm.data,
        Tag: parsedForm.data.Tag ?? null,
        Id: store.newId('hook_m'),
        Status: 'ENABLED',
        Validity: 'VALID',
        CreationDate: toSeconds(clock.realNow()),
      };
      store.put({ kind: 'hook', id: hook.Id, owner: null }, hook);
      return { status: 200, body: hook };
    },
  });
  defineRoute('put', '/hooks/:id', {
    operation: 'cardRegistration',
    handle({ request }) {
      const hook = store.find(HookObject, 'hook', String(request.params['id']));
      if (hook === null) return mangopayError(404, 'ressource_not_found');
      const parsedForm = HookChange.safeParse(request.body);
      if (!parsedForm.success) return parameterError(parsedForm.error);
      const changedHook: HookObject = {
        ...hook,
        Status: parsedForm.data.Status ?? hook.Status,
        Url: parsedForm.data.Url ?? hook.Url,
      };
      store.put({ kind: 'hook', id: hook.Id, owner: null }, changedHook);
      return { status: 200, body: changedHook };
    },
  });
};

/** Period for which events can be listed: 45 days. */
const EVENT_LIFE_S = 45 * 86_400;

const EventQuery = z.object({
  EventType: z.string(),
  AfterDate: z.optional(z.coerce.number()),
  BeforeDate: z._default(z.coerce.number(), Number.MAX_SAFE_INTEGER),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
  per_page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
});

const defineEventRoute = (defineRoute: DefineMangopayCall, { store, clock }: MangopayDeps): void =>
  defineRoute('get', '/events', {
    operation: 'read',
    handle({ request }) {
      const parsedQuery = EventQuery.safeParse(request.query);
      if (!parsedQuery.success) return parameterError(parsedQuery.error);
      const earliest = toSeconds(clock.realNow()) - EVENT_LIFE_S;
      const { EventType: eventType, AfterDate: after = earliest, BeforeDate: before, ...paging } = parsedQuery.data;
      if (after < earliest) return mangopayError(400, 'param_error', { AfterDate: 'older than 45 days' });
      const events = store
        .list(EventObject, 'event')
        .filter((event) => event.EventType === eventType && event.Date >= after && event.Date <= before);
      const firstIndex = (paging.page - 1) * paging.per_page;
      return { status: 200, body: events.slice(firstIndex, firstIndex + paging.per_page) };
    },
  });

const defineResponseRoute = (defineRoute: DefineMangopayCall, { store }: MangopayDeps): void =>
  defineRoute('get', '/responses/:key', {
    operation: 'read',
    handle({ request }) {
      const recordedResponse = store.findAnswer('mangopay', String(request.params['key']));
      if (recordedResponse === null) return mangopayError(404, 'ressource_not_found');
      return {
        status: 200,
        body: {
          StatusCode: String(recordedResponse.status),
          ContentLength: '0',
          ContentType: 'application/json',
          Date: new Date(recordedResponse.recordedAt).toUTCString(),
          RequestURL: recordedResponse.url,
          Resource: recordedResponse.body,
        },
      };
    },
  });

/** Creates an imitation of Mangopay's REST API, v2.01, below `/psp`: users, cards, payments, refunds and hooks. */
export const createMangopayRouter = (deps: MangopayDeps): Router => {
  const { access, issuedTokens } = deps;

  const authenticate: RequestHandler = (request, response, next) => {
    const token = /^Bearer (\S+)$/i.exec(request.get('Authorization') ?? '')?.[1] ?? '';
    const accessToken = AccessToken.safeParse(issuedTokens.find('accessToken', token));
    if (!accessToken.success || request.params['client'] !== access.clientId)
      return sendAnswer(response, mangopayError(401, 'unauthorized'));
    next();
  };

  const router = Router({ mergeParams: true });
  const apiRouter = Router({ mergeParams: true });
  const defineRoute = createRouteDefiner(apiRouter, deps);
  defineUserAndWalletRoutes(defineRoute, deps);
  defineHookRoutes(defineRoute, deps);
  defineEventRoute(defineRoute, deps);
  defineResponseRoute(defineRoute, deps);
  const cardRoutes = createCardRoutes(defineRoute, deps);
  const payInRoutes = createPayInRoutes(defineRoute, deps);
  const preAuthorizationRoutes = createPreAuthorizationRoutes(defineRoute, deps);

  router.post('/psp/v2.01/oauth/token', express.urlencoded({ extended: false }), (request, response) => {
    const [id, apiSecret] = credentialsOf(request);
    if (!isEqualInConstantTime(id, access.clientId) || !isEqualInConstantTime(apiSecret, access.apiKey))
      return sendAnswer(response, mangopayError(401, 'invalid_client'));
    response.json({
      access_token: issuedTokens.issueToken(
        'accessToken',
        { client: id, provider: 'mangopay' },
        ACCESS_TOKEN_LIFE_S * 1000,
      ),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_LIFE_S,
    });
  });
  // These routes come before the authentication, because browsers call them without an access token.
  router.use(
    cardRoutes.browserRouter,
    createBankRouter(deps, (id) => payInRoutes.findCase(id) ?? preAuthorizationRoutes.findCase(id)),
  );
  router.use('/psp/v2.01/:client', express.json(), authenticate, apiRouter);
  return router;
};
