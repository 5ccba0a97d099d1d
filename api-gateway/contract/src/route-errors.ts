import type { ErrorCode } from './errors';
import type { HttpMethod, Route } from './route';

const idempotencyKeyMethods: readonly HttpMethod[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Returns true when a route takes an Idempotency-Key. Sign-in routes don't take it: their responses contain tokens, so
 * the gateway never stores them for a repeated request.
 */
export const takesIdempotencyKey = ({ method, path }: Route): boolean =>
  path.startsWith('/api/') && !path.startsWith('/api/auth/') && idempotencyKeyMethods.includes(method);

/** Kinds of route access by a token that never expires and belongs to no user. */
const tokenAccesses: readonly Route['access'][] = ['partner', 'team', 'moderator'];

const accessErrorCodes = ({ access, takesOptionalBearer, isOpenToDeleted }: Route): ErrorCode[] => {
  if (access === 'none' && takesOptionalBearer !== true) return [];
  if (tokenAccesses.includes(access)) return ['unauthenticated'];
  const errorCodes: ErrorCode[] = ['unauthenticated', 'tokenExpired'];
  if (access === 'live') return errorCodes;
  if (access === 'loggedIn' || access === 'verified') errorCodes.push('registrationRequired');
  if (access === 'verified') errorCodes.push('verificationRequired');
  if (!isOpenToDeleted) errorCodes.push('accountDeleted');
  return errorCodes;
};

const parsingErrorCodes = ({ params, query, body }: Route): ErrorCode[] => [
  ...(params || query || body ? (['invalidRequest'] as const) : []),
  ...(body ? (['requestTimeout', 'payloadTooLarge', 'unsupportedMediaType'] as const) : []),
];

/**
 * Returns every error code that a route can answer with: the route's own codes, and the codes of access checks, parsing
 * and the platform.
 */
export const errorCodesOf = (route: Route): ErrorCode[] => [
  ...new Set([
    ...parsingErrorCodes(route),
    ...accessErrorCodes(route),
    ...route.errors,
    ...(takesIdempotencyKey(route) ? (['requestInProgress', 'idempotencyKeyReused'] as const) : []),
    'internal' as const,
  ]),
];
