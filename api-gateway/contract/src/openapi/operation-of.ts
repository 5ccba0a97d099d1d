import type * as z from 'zod/mini';
import type { ZodOpenApiOperationObject, ZodOpenApiParameters, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ErrorBody, statusOf } from '..';
import type { ErrorCode, HttpMethod, Route, Schema } from '..';

const json = 'application/json';
const keepsIdempotencyKeys: readonly HttpMethod[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

const isApi = ({ path }: Route): boolean => path.startsWith('/api/');
const isAuth = ({ path }: Route): boolean => path.startsWith('/api/auth/');

/** Answers to sign-in hold tokens, so they are never stored for a repeat. */
const takesIdempotencyKey = (route: Route): boolean => isApi(route) && !isAuth(route) && keepsIdempotencyKeys.includes(route.method);

const accessErrors = ({ access, isOpenToDeleted }: Route): ErrorCode[] => {
  if (access === 'none') return [];
  if (access === 'partner') return ['unauthenticated'];
  const errors: ErrorCode[] = ['unauthenticated', 'tokenExpired'];
  if (access !== 'any') errors.push('registrationRequired');
  if (access === 'verified') errors.push('verificationRequired');
  if (!isOpenToDeleted) errors.push('accountDeleted');
  return errors;
};

const parsingErrors = ({ params, query, body }: Route): ErrorCode[] => [
  ...(params || query || body ? (['invalidRequest'] as const) : []),
  ...(body ? (['payloadTooLarge', 'unsupportedMediaType'] as const) : []),
];

/** Every error code of a route: its own, and those that follow from access, parsing and the platform. */
export const errorsOf = (route: Route): ErrorCode[] => [
  ...new Set([
    ...parsingErrors(route),
    ...accessErrors(route),
    ...route.errors,
    ...(takesIdempotencyKey(route) ? (['requestInProgress', 'idempotencyKeyReused'] as const) : []),
    'internal' as const,
  ]),
];

const errorResponsesOf = (route: Route): ZodOpenApiResponsesObject => {
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    const status = route.statuses?.[code] ?? statusOf(code);
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codesByStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [`${status}`, { description: codes.join(', '), content: { [json]: { schema: ErrorBody } } }]),
  );
};

const nowHeader = { 'X-Mahlzeit-Now': { description: 'The domain clock in epoch milliseconds.', required: true, schema: { type: 'integer' } } } as const;
const etagHeader = { ETag: { description: 'Strong; send it as If-None-Match.', required: true, schema: { type: 'string' } } } as const;
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeat under the same key replays the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
} as const;

const securityOf = ({ access, takesOptionalBearer }: Route): Record<string, string[]>[] => {
  if (access === 'none') return takesOptionalBearer ? [{ idToken: [] }, {}] : [];
  return [access === 'partner' ? { partnerToken: [] } : { idToken: [] }];
};

/** The part of the path that tells what a route is about. */
const subjectOf = (route: Route): string => (isApi(route) ? (route.path.split('/')[2] ?? 'api') : 'operation');

const isObjectSchema = (schema: Schema): schema is z.ZodMiniObject => schema.def.type === 'object';

const fieldsOf = (schema: Schema): z.ZodMiniObject => {
  if (isObjectSchema(schema)) return schema;
  throw new Error('parameters and queries are objects of named fields');
};

const parametersOf = ({ params, query }: Route): ZodOpenApiParameters => ({
  ...(params ? { path: fieldsOf(params) } : {}),
  ...(query ? { query: fieldsOf(query) } : {}),
});

const headersOf = (route: Route): Pick<ZodOpenApiResponseObject, 'headers'> =>
  isApi(route) ? { headers: { ...nowHeader, ...(route.isRevalidated === true ? etagHeader : {}) } } : {};

const requestBodyOf = ({ body, takesFile }: Route): Pick<ZodOpenApiOperationObject, 'requestBody'> => {
  if (takesFile) return { requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: takesFile.maxBytes } } } } };
  return body ? { requestBody: { required: true, content: { [json]: { schema: body } } } } : {};
};

/** One route as an OpenAPI operation. */
export const operationOf = (route: Route): ZodOpenApiOperationObject => ({
  operationId: route.name,
  summary: route.summary,
  tags: [subjectOf(route)],
  security: securityOf(route),
  ...(takesIdempotencyKey(route) ? { parameters: [idempotencyKey] } : {}),
  requestParams: parametersOf(route),
  ...requestBodyOf(route),
  responses: {
    '200': { description: 'Success.', content: { [json]: { schema: route.answer } }, ...headersOf(route) },
    ...(route.isRevalidated === true ? { '304': { description: 'What was kept still holds.' } } : {}),
    ...errorResponsesOf(route),
  },
});
