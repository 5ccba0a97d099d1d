import { defineRoute, err, FileAnswer, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { AppError } from '../errors';
import { openRoute, route } from '../http/route';
import type { BoundRoute } from '../http/route-types';

const Answer = z.object({ text: z.string() });
const shared = { answer: Answer, errors: [] } as const;

const order = defineRoute({
  ...shared,
  name: 'order',
  method: 'PUT',
  path: '/api/tables/:table/order',
  access: 'any',
  params: z.object({ table: z.string().check(z.maxLength(10)) }),
  query: z.object({ at: z.optional(z.string().check(z.regex(/^\d\d:\d\d$/))) }),
  body: z.object({ dish: z.object({ name: z.string().check(z.minLength(2)) }), amount: z.number() }),
});

/** Contract of a route that needs no session. */
export const look = defineRoute({ ...shared, name: 'look', method: 'GET', path: '/api/look', access: 'none' });
const register = defineRoute({
  ...shared,
  name: 'register',
  method: 'POST',
  path: '/api/auth/thing',
  access: 'none',
  takesOptionalBearer: true,
  body: z.object({}),
});
const members = defineRoute({ ...shared, name: 'members', method: 'GET', path: '/api/members', access: 'loggedIn' });
const verified = defineRoute({ ...shared, name: 'verified', method: 'GET', path: '/api/verified', access: 'verified' });
const getMe = defineRoute({
  ...shared,
  name: 'getMe',
  method: 'GET',
  path: '/api/me',
  access: 'any',
  isOpenToDeleted: true,
});
const partner = defineRoute({
  ...shared,
  name: 'partner',
  method: 'PUT',
  path: '/api/partner/thing',
  access: 'partner',
  body: z.object({ price: z.number() }),
});
const fail = defineRoute({
  ...shared,
  name: 'fail',
  method: 'GET',
  path: '/api/fail/:how',
  access: 'none',
  params: z.object({ how: z.string() }),
});

const gone = defineRoute({
  ...shared,
  name: 'gone',
  method: 'GET',
  path: '/api/gone',
  access: 'none',
  errors: ['ErrorNoAccount'],
  statuses: { ErrorNoAccount: 404 },
});

/** Contract of a route whose response may have any length. */
export const tell = defineRoute({
  ...shared,
  name: 'tell',
  method: 'GET',
  path: '/api/tell',
  access: 'none',
  query: z.object({ words: z.string() }),
});

const receipt = defineRoute({
  ...shared,
  name: 'receipt',
  method: 'GET',
  path: '/api/receipts/:key',
  access: 'verified',
  params: z.object({ key: z.string() }),
  answersFile: 'application/pdf',
  answer: FileAnswer,
  errors: ['notFound'],
});
const lunchDate = defineRoute({
  ...shared,
  name: 'lunchDate',
  method: 'GET',
  path: '/api/date.ics',
  access: 'none',
  answersFile: 'text/calendar',
  answer: FileAnswer,
});
const picture = defineRoute({
  ...shared,
  name: 'picture',
  method: 'GET',
  path: '/api/picture',
  access: 'none',
  answersFile: 'image/png',
  isImmutable: true,
  answer: FileAnswer,
});
const forgetful = defineRoute({
  ...shared,
  name: 'forgetful',
  method: 'GET',
  path: '/api/forgetful',
  access: 'none',
  answersFile: 'image/png',
  answer: z.object({}),
});
/** Content of a file that is long enough for compression. */
export const pdf = new TextEncoder().encode(`%PDF-1.7 ${'Gulasch '.repeat(1000)}`);

const failures: Readonly<Record<string, () => Promise<never>>> = {
  unknown: async () => {
    throw new Error('password=geheim');
  },
  unavailable: async () => {
    throw new AppError('unavailable', { retryAfterMs: 1500, cause: new Error('the provider sleeps') });
  },
};

/** Routes with every kind of access, response and failure. They exist in tests only. */
export const testRoutes: readonly BoundRoute[] = [
  route(order, async ({ params, query, body, session }) =>
    ok({ text: `${params.table} ${query.at ?? '-'} ${body.amount} ${body.dish.name} ${session.uid}` }),
  ),
  openRoute(tell, async ({ query }) => ok({ text: 'Gulasch '.repeat(Number(query.words)) })),
  openRoute(gone, async () => err('ErrorNoAccount')),
  openRoute(look, async ({ session }) => ok({ text: String(session) })),
  openRoute(register, async ({ session }) => ok({ text: session?.uid ?? 'nobody' })),
  route(members, async () => ok({ text: 'in' })),
  route(verified, async () => ok({ text: 'in' })),
  route(getMe, async () => ok({ text: 'me' })),
  openRoute(partner, async () => ok({ text: 'partner' })),
  route(receipt, async ({ params }) =>
    params.key === 'unknown' ? err('notFound') : ok({ bytes: pdf, name: `Beleg für ${params.key}.pdf` }),
  ),
  openRoute(lunchDate, async () => ok({ bytes: new TextEncoder().encode('BEGIN:VCALENDAR'), name: 'mittag.ics' })),
  openRoute(picture, async () => ok({ bytes: new Uint8Array([1, 2, 3]), name: null })),
  openRoute(forgetful, async () => ok({})),
  openRoute(fail, async ({ params }) => {
    const failure = failures[params.how];
    if (failure !== undefined) return failure();
    if (params.how === 'limit') return err({ code: 'ErrorTooManyAttempts', retryAfterMs: 2500 });
    if (params.how === 'details') return err({ code: 'notAllowed', message: 'not today', details: { day: 'Sunday' } });
    return err('notFound');
  }),
];
