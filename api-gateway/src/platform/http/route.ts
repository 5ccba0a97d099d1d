import { err, ok, type Result, type Route, type Schema } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { BoundRoute, RouteError, RouteContext, RouteRequest, RouteResult, SessionRequest, UnparsedParts } from '../types';
import { holdsNul } from './readable-text';

interface Issue {
  readonly path: string;
  readonly rule: string;
}

// A part that the contract leaves out is `NoFields` by defineRoute's defaults, whose output is the empty object.
const isNoFields = <S extends Schema>(schema: S | undefined, value: object): value is z.output<S> & object =>
  schema === undefined && Object.keys(value).length === 0;

const parsePart = <S extends Schema>(schema: S | undefined, value: unknown): Result<z.output<S>, Issue[]> => {
  const nothing = {};
  if (isNoFields<S>(schema, nothing)) return ok(nothing);
  if (schema === undefined) throw new Error('nothing has fields');
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return ok(parsed.data);
  return err(parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), rule: issue.code ?? 'custom' })));
};

/** The error of a request that breaks the contract. */
export const invalidRequest = (issues: readonly Issue[]): RouteError => ({ code: 'invalidRequest', details: { issues } });

const parseParts = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  parts: UnparsedParts,
): Result<{ params: z.output<P>; query: z.output<Q>; body: z.output<B> }, RouteError> => {
  const params = parsePart(contract.params, parts.params);
  const query = parsePart(contract.query, parts.query);
  const body = parsePart(contract.body, parts.body);
  if (params.ok && query.ok && body.ok) return ok({ params: params.value, query: query.value, body: body.value });
  return err(invalidRequest([params, query, body].flatMap((part) => (part.ok ? [] : part.error))));
};

/** Binds a handler to a route that needs no session (`none`, `partner`); `session` is there only where the route takes one by choice. */
export const openRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handle: (request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<z.output<A>>>,
): BoundRoute => ({
  contract,
  async run(parts: UnparsedParts, context: RouteContext) {
    if (holdsNul(parts)) return err(invalidRequest([{ path: '', rule: 'malformed' }]));
    const parsed = parseParts(contract, parts);
    return parsed.ok ? handle({ ...context, ...parsed.value }) : parsed;
  },
});

/** Binds a handler to a route that only sessions may call; access has been checked when it runs. */
export const route = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handle: (request: SessionRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<z.output<A>>>,
): BoundRoute => {
  if (contract.access === 'none' || contract.access === 'partner') throw new Error(`${contract.name} has no session: bind it with openRoute`);
  return openRoute(contract, async (request) =>
    request.session === null ? err('unauthenticated') : handle({ ...request, session: request.session }));
};
