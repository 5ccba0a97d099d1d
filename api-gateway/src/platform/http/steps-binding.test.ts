import { defineRoute, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { openRoute, openStepsRoute, route, stepsRoute } from './route';

describe('binding of routes that work in steps', () => {
  const handleNothing = async () => ok({});
  const stepsContract = {
    answer: z.object({}),
    errors: [],
    name: 'steps',
    method: 'POST',
    path: '/api/steps',
    access: 'any',
    idempotency: 'steps',
  } as const;

  it.each([
    ['a route without steps', { idempotency: 'transaction' }],
    ['one of nobody', { access: 'none' }],
    ['a read', { method: 'GET' }],
    ['a sign-in', { path: '/api/auth/steps' }],
  ] as const)('refuses steps to %s', (_what, changedFields) => {
    expect(() => openStepsRoute(defineRoute({ ...stepsContract, ...changedFields }), handleNothing)).toThrow(
      "can't work in steps",
    );
  });

  it('refuses a handler without steps to a route with them, and one with a session to partners', () => {
    expect(() => openRoute(defineRoute(stepsContract), handleNothing)).toThrow('stepsRoute');
    expect(() => route(defineRoute(stepsContract), handleNothing)).toThrow('stepsRoute');
    expect(() => stepsRoute(defineRoute({ ...stepsContract, access: 'partner' }), handleNothing)).toThrow(
      'openStepsRoute',
    );
  });
});
