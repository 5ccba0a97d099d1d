import { err, ok } from '@mahlzeit/contract';
import type { Access, Result, Route, Schema } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { RouteError } from '../errors';
import type { SendStream } from './http-result';
import type {
  BoundRoute,
  ModeratorRequest,
  PartnerRequest,
  RepeatRule,
  RouteContext,
  RouteRequest,
  RouteResult,
  SessionRequest,
  Steps,
  TeamRequest,
  UnparsedParts,
} from './route-types';

/**
 * Checks whether a text within a value contains the character NUL. Nobody types this character, and PostgreSQL can't
 * store it.
 */
export const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000');
  // Skips the bytes of a file, which may contain NUL, because they are no text.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(holdsNul);
};

interface ValidationIssue {
  readonly path: string;
  readonly rule: string;
}

// Checks for the schema `NoFields`, which a part has that the contract doesn't define. Its output is the empty object.
const isNoFields = <S extends Schema>(schema: S | undefined, value: object): value is z.output<S> & object =>
  schema === undefined && Object.keys(value).length === 0;

const parsePart = <S extends Schema>(schema: S | undefined, value: unknown): Result<z.output<S>, ValidationIssue[]> => {
  const emptyFields = {};
  if (isNoFields<S>(schema, emptyFields)) return ok(emptyFields);
  if (schema === undefined) throw new Error('A part without a schema must be empty');
  const parseResult = z.safeParse(schema, value);
  if (parseResult.success) return ok(parseResult.data);
  return err(
    parseResult.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), rule: issue.code ?? 'custom' })),
  );
};

/** Builds the error of a request that breaks the contract. */
export const invalidRequestError = (issues: readonly ValidationIssue[]): RouteError => ({
  code: 'invalidRequest',
  details: { issues },
});

/** Issue of a request that is malformed as a whole and not in a single field. */
export const MALFORMED_ISSUE: ValidationIssue = { path: '', rule: 'malformed' };

interface ParsedParts<P extends Schema, Q extends Schema, B extends Schema> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
}

const parseParts = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  unparsedParts: UnparsedParts,
): Result<ParsedParts<P, Q, B>, RouteError> => {
  if (holdsNul(unparsedParts)) return err(invalidRequestError([MALFORMED_ISSUE]));
  const params = parsePart(contract.params, unparsedParts.params);
  const query = parsePart(contract.query, unparsedParts.query);
  const body = parsePart(contract.body, unparsedParts.body);
  if (params.ok && query.ok && body.ok) return ok({ params: params.value, query: query.value, body: body.value });
  return err(
    invalidRequestError([params, query, body].flatMap((parsedPart) => (parsedPart.ok ? [] : parsedPart.error))),
  );
};

const bindHandler = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<unknown>>,
): BoundRoute => ({
  contract,
  async run(parts: UnparsedParts, context: RouteContext) {
    const parsedParts = parseParts(contract, parts);
    return parsedParts.ok ? handleRequest({ ...context, ...parsedParts.value }) : parsedParts;
  },
});

/**
 * Binds a handler to a route that needs no session (access `none` or `live`; use `partnerRoute` for `partner`,
 * `teamRoute` for `team` and `moderatorRoute` for `moderator`). `session` is set only on routes with an optional Bearer
 * token.
 */
export const openRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<z.output<A>>>,
): BoundRoute => {
  if (contract.idempotency === 'steps')
    throw new Error(`Route ${contract.name} works in steps: bind it with stepsRoute`);
  return bindHandler(contract, handleRequest);
};

/** Binds a handler to a route that responds with a stream. The handler returns the function that sends the events. */
export const streamRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<SendStream>>,
): BoundRoute => {
  if (contract.answersStream !== true)
    throw new Error(`Route ${contract.name} streams nothing: bind it with openRoute`);
  return bindHandler(contract, handleRequest);
};

const ACCESS_WITHOUT_SESSION: readonly Access[] = ['none', 'partner', 'team', 'moderator', 'live'];

/** Binds a handler to a route that needs a session. The platform checks the access before the handler runs. */
export const route = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (request: SessionRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<z.output<A>>>,
): BoundRoute => {
  if (ACCESS_WITHOUT_SESSION.includes(contract.access))
    throw new Error(`Route ${contract.name} has no session: bind it with openRoute`);
  return openRoute(contract, async (request) =>
    request.session === null ? err('unauthenticated') : handleRequest({ ...request, session: request.session }),
  );
};

/**
 * Binds a handler to a partner route. The platform verifies the token; the module's policy decides what this partner
 * may do.
 */
export const partnerRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (request: PartnerRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<z.output<A>>>,
): BoundRoute => {
  if (contract.access !== 'partner')
    throw new Error(`Route ${contract.name} is not for partners: bind it with route or openRoute`);
  return openRoute(contract, async (request) =>
    request.partner === null ? err('unauthenticated') : handleRequest({ ...request, partner: request.partner }),
  );
};

/**
 * Binds a handler to a team's route. The platform verifies the token; the module decides for which remotes the token is
 * valid.
 */
export const teamRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (request: TeamRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult<z.output<A>>>,
): BoundRoute => {
  if (contract.access !== 'team')
    throw new Error(`Route ${contract.name} is not for teams: bind it with route or openRoute`);
  return openRoute(contract, async (request) =>
    request.team === null ? err('unauthenticated') : handleRequest({ ...request, team: request.team }),
  );
};

/** Binds a handler to a moderator's route. The platform verifies the token. */
export const moderatorRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (
    request: ModeratorRequest<z.output<P>, z.output<Q>, z.output<B>>,
  ) => Promise<RouteResult<z.output<A>>>,
): BoundRoute => {
  if (contract.access !== 'moderator')
    throw new Error(`Route ${contract.name} is not for moderators: bind it with route or openRoute`);
  return openRoute(contract, async (request) =>
    request.moderator === null ? err('unauthenticated') : handleRequest({ ...request, moderator: request.moderator }),
  );
};

// Checks whether a route may run in steps: a stored key belongs to a caller, and responses to sign-in requests are
// never stored.
const canRunInSteps = ({ idempotency, access, method, path }: Route): boolean =>
  idempotency === 'steps' && access !== 'none' && method !== 'GET' && !path.startsWith('/api/auth/');

/**
 * Binds a handler to a partner route whose work is stored step by step (`Steps`, ADR 24). Without `repeatRule`, two
 * requests without an idempotency key never count as the same.
 */
export const openStepsRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (
    request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>> & { readonly steps: Steps },
  ) => Promise<RouteResult<z.output<A>>>,
  repeatRule?: RepeatRule<ParsedParts<P, Q, B>>,
): BoundRoute => {
  if (!canRunInSteps(contract)) throw new Error(`Route ${contract.name} can't work in steps`);
  return {
    contract,
    repeatRule: {
      repeatIdentity(parts) {
        const parsedParts = parseParts(contract, parts);
        return parsedParts.ok ? ok(repeatRule?.repeatIdentity(parsedParts.value)) : parsedParts;
      },
      isOpen: async (reference, isAnswered) => repeatRule === undefined || repeatRule.isOpen(reference, isAnswered),
    },
    async run(parts, { steps, ...context }) {
      const parsedParts = parseParts(contract, parts);
      if (!parsedParts.ok) return parsedParts;
      if (steps === null) throw new Error(`Route ${contract.name} was run without its steps`);
      return handleRequest({ ...context, ...parsedParts.value, steps });
    },
  };
};

/**
 * Binds a handler to a route that needs a session and whose work is stored step by step (`Steps`, ADR 24), for example
 * the payment, capture or refund of an order. A repeated request after a crash continues where the work has stopped.
 */
export const stepsRoute = <P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  contract: Route<P, Q, B, A>,
  handleRequest: (
    request: SessionRequest<z.output<P>, z.output<Q>, z.output<B>> & { readonly steps: Steps },
  ) => Promise<RouteResult<z.output<A>>>,
  repeats?: RepeatRule<ParsedParts<P, Q, B>>,
): BoundRoute => {
  if (contract.access === 'partner')
    throw new Error(`Route ${contract.name} has no session: bind it with openStepsRoute`);
  return openStepsRoute(
    contract,
    async (request) =>
      request.session === null ? err('unauthenticated') : handleRequest({ ...request, session: request.session }),
    repeats,
  );
};
