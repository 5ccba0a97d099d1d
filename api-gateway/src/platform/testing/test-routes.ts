import { defineRoute, err, FileAnswer, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { AppError } from '../errors';
import { openRoute, route } from '../http/route';
import type { BoundRoute } from '../http/route-types';

const TextAnswer = z.object({ text: z.string() });
const sharedContract = { answer: TextAnswer, errors: [] } as const;

const orderRoute = defineRoute({
  ...sharedContract,
  name: 'order',
  method: 'PUT',
  path: '/api/tables/:table/order',
  access: 'any',
  params: z.object({ table: z.string().check(z.maxLength(10)) }),
  query: z.object({ at: z.optional(z.string().check(z.regex(/^\d\d:\d\d$/))) }),
  body: z.object({ dish: z.object({ name: z.string().check(z.minLength(2)) }), amount: z.number() }),
});

/** Contract of a route for tests that needs no session. */
export const getTextRoute = defineRoute({
  ...sharedContract,
  name: 'look',
  method: 'GET',
  path: '/api/look',
  access: 'none',
});
const registrationRoute = defineRoute({
  ...sharedContract,
  name: 'register',
  method: 'POST',
  path: '/api/auth/thing',
  access: 'none',
  takesOptionalBearer: true,
  body: z.object({}),
});
const membersRoute = defineRoute({
  ...sharedContract,
  name: 'members',
  method: 'GET',
  path: '/api/members',
  access: 'loggedIn',
});
const verifiedRoute = defineRoute({
  ...sharedContract,
  name: 'verified',
  method: 'GET',
  path: '/api/verified',
  access: 'verified',
});
const getMeRoute = defineRoute({
  ...sharedContract,
  name: 'getMe',
  method: 'GET',
  path: '/api/me',
  access: 'any',
  isOpenToDeleted: true,
});
const partnerThingRoute = defineRoute({
  ...sharedContract,
  name: 'partner',
  method: 'PUT',
  path: '/api/partner/thing',
  access: 'partner',
  body: z.object({ price: z.number() }),
});
const failingRoute = defineRoute({
  ...sharedContract,
  name: 'fail',
  method: 'GET',
  path: '/api/fail/:how',
  access: 'none',
  params: z.object({ how: z.string() }),
});

const goneRoute = defineRoute({
  ...sharedContract,
  name: 'gone',
  method: 'GET',
  path: '/api/gone',
  access: 'none',
  errors: ['ErrorNoAccount'],
  statuses: { ErrorNoAccount: 404 },
});

/** Contract of a route for tests whose response may have any length. */
export const longTextRoute = defineRoute({
  ...sharedContract,
  name: 'tell',
  method: 'GET',
  path: '/api/tell',
  access: 'none',
  query: z.object({ words: z.string() }),
});

const receiptRoute = defineRoute({
  ...sharedContract,
  name: 'receipt',
  method: 'GET',
  path: '/api/receipts/:key',
  access: 'verified',
  params: z.object({ key: z.string() }),
  answersFile: 'application/pdf',
  answer: FileAnswer,
  errors: ['notFound'],
});
const lunchDateRoute = defineRoute({
  ...sharedContract,
  name: 'lunchDate',
  method: 'GET',
  path: '/api/date.ics',
  access: 'none',
  answersFile: 'text/calendar',
  answer: FileAnswer,
});
const pictureRoute = defineRoute({
  ...sharedContract,
  name: 'picture',
  method: 'GET',
  path: '/api/picture',
  access: 'none',
  answersFile: 'image/png',
  isImmutable: true,
  answer: FileAnswer,
});
const forgetfulRoute = defineRoute({
  ...sharedContract,
  name: 'forgetful',
  method: 'GET',
  path: '/api/forgetful',
  access: 'none',
  answersFile: 'image/png',
  answer: z.object({}),
});
/** Content of a PDF file for tests that is long enough for compression. */
export const samplePdf = new TextEncoder().encode(`%PDF-1.7 ${'Gulasch '.repeat(1000)}`);

const failureByName: Readonly<Record<string, () => Promise<never>>> = {
  unknown: async () => {
    throw new Error('password=geheim');
  },
  unavailable: async () => {
    throw new AppError('unavailable', { retryAfterMs: 1500, cause: new Error('the provider sleeps') });
  },
};

/** Routes with every kind of access, response and failure. They exist in tests only. */
export const testRoutes: readonly BoundRoute[] = [
  route(orderRoute, async ({ params, query, body, session }) =>
    ok({ text: `${params.table} ${query.at ?? '-'} ${body.amount} ${body.dish.name} ${session.uid}` }),
  ),
  openRoute(longTextRoute, async ({ query }) => ok({ text: 'Gulasch '.repeat(Number(query.words)) })),
  openRoute(goneRoute, async () => err('ErrorNoAccount')),
  openRoute(getTextRoute, async ({ session }) => ok({ text: String(session) })),
  openRoute(registrationRoute, async ({ session }) => ok({ text: session?.uid ?? 'nobody' })),
  route(membersRoute, async () => ok({ text: 'in' })),
  route(verifiedRoute, async () => ok({ text: 'in' })),
  route(getMeRoute, async () => ok({ text: 'me' })),
  openRoute(partnerThingRoute, async () => ok({ text: 'partner' })),
  route(receiptRoute, async ({ params }) =>
    params.key === 'unknown' ? err('notFound') : ok({ bytes: samplePdf, name: `Beleg für ${params.key}.pdf` }),
  ),
  openRoute(lunchDateRoute, async () => ok({ bytes: new TextEncoder().encode('BEGIN:VCALENDAR'), name: 'mittag.ics' })),
  openRoute(pictureRoute, async () => ok({ bytes: new Uint8Array([1, 2, 3]), name: null })),
  openRoute(forgetfulRoute, async () => ok({})),
  openRoute(failingRoute, async ({ params }) => {
    const failureOf = failureByName[params.how];
    if (failureOf !== undefined) return failureOf();
    if (params.how === 'limit') return err({ code: 'ErrorTooManyAttempts', retryAfterMs: 2500 });
    if (params.how === 'details') return err({ code: 'notAllowed', message: 'not today', details: { day: 'Sunday' } });
    return err('notFound');
  }),
];
