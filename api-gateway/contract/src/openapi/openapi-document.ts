import { createDocument } from 'zod-openapi';
import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type * as z from 'zod/mini';
import * as contract from '..';
import { ErrorBody, httpStatusOf } from '..';
import type { ErrorCode, Route, Schema } from '..';
import { errorCodesOf, takesIdempotencyKey } from '../route-errors';
import { describeSchema, readDocs } from './schema-docs';
import type { SchemaDocs } from './schema-docs';

const jsonMediaType = 'application/json';
const isApiRoute = ({ path }: Route): boolean => path.startsWith('/api/');

/** Security schemes of routes whose caller has a token instead of a session. */
const SECURITY_SCHEME_BY_TOKEN_ACCESS: Readonly<Partial<Record<Route['access'], string>>> = {
  partner: 'partnerToken',
  team: 'teamToken',
  moderator: 'moderationToken',
};

const errorResponsesOf = (route: Route): ZodOpenApiResponsesObject => {
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(route)) {
    const status = route.statuses?.[code] ?? httpStatusOf(code);
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codesByStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codesOfStatus]) => [
        `${status}`,
        { description: codesOfStatus.join(', '), content: { [jsonMediaType]: { schema: ErrorBody } } },
      ]),
  );
};

const nowHeader = {
  'X-Mahlzeit-Now': {
    description: 'The domain clock in epoch milliseconds.',
    required: true,
    schema: { type: 'integer' },
  },
} as const;
const etagHeader = {
  ETag: { description: 'Strong; send it as If-None-Match.', required: true, schema: { type: 'string' } },
} as const;
const fileHeaders = {
  'Content-Disposition': {
    description: 'The name under which it is saved, or `inline`.',
    required: true,
    schema: { type: 'string' },
  },
} as const;

const repeatDescriptionByIdempotency = {
  transaction: 'A repeat under the same key replays the first answer.',
  steps:
    'A repeat under the same key goes on where the first one came to, or tells how it stands, after any answer; it never begins a second one. Refusals are replayed. Without a key the same request of the same caller is a repeat for a minute.',
} as const;

const idempotencyParameterOf = ({ idempotency = 'transaction' }: Route) =>
  ({
    name: 'Idempotency-Key',
    in: 'header',
    description: repeatDescriptionByIdempotency[idempotency],
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  }) as const;

const securityRequirementsOf = ({ access, takesOptionalBearer }: Route): Record<string, string[]>[] => {
  if (access === 'none') return takesOptionalBearer ? [{ idToken: [] }, {}] : [];
  if (access === 'live') return [{ idToken: [] }, { partnerToken: [] }];
  return [{ [SECURITY_SCHEME_BY_TOKEN_ACCESS[access] ?? 'idToken']: [] }];
};

/**
 * Returns the tag under which the OpenAPI document groups a route: the second segment of its path, `orders` of
 * `/api/orders/…`.
 */
const routeSubjectOf = (route: Route): string =>
  isApiRoute(route) ? (route.path.split('/')[2] ?? 'api') : 'operation';

const isObjectSchema = (schema: Schema): schema is z.ZodMiniObject => schema.def.type === 'object';

const objectSchemaOf = (schema: Schema): z.ZodMiniObject => {
  if (isObjectSchema(schema)) return schema;
  throw new Error('Parameters and queries must be object schemas');
};

const requestParametersOf = ({ params, query }: Route): ZodOpenApiParameters => ({
  ...(params ? { path: objectSchemaOf(params) } : {}),
  ...(query ? { query: objectSchemaOf(query) } : {}),
});

const isFileRoute = ({ answersFile }: Route): boolean => answersFile !== undefined;
const hasETag = (route: Route): boolean => route.isRevalidated === true || isFileRoute(route);

const responseHeadersOf = (route: Route): Pick<ZodOpenApiResponseObject, 'headers'> =>
  isApiRoute(route)
    ? {
        headers: {
          ...(route.isImmutable === true ? {} : nowHeader),
          ...(hasETag(route) ? etagHeader : {}),
          ...(isFileRoute(route) ? fileHeaders : {}),
        },
      }
    : {};

const responseContentOf = ({ answer, answersFile, answersStream }: Route): ZodOpenApiResponseObject['content'] => {
  if (answersStream === true) return { 'text/event-stream': { schema: answer } };
  return answersFile === undefined
    ? { [jsonMediaType]: { schema: answer } }
    : { [answersFile]: { schema: { type: 'string', format: 'binary' } } };
};

const requestBodyOf = ({ body, takesFile }: Route): Pick<ZodOpenApiOperationObject, 'requestBody'> => {
  if (takesFile)
    return {
      requestBody: {
        required: true,
        content: {
          'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: takesFile.maxBytes } },
        },
      },
    };
  return body ? { requestBody: { required: true, content: { [jsonMediaType]: { schema: body } } } } : {};
};

// Returns the summary of a route from its doc comment. The route object doesn't hold it, because browsers must not load
// texts that only documents need.
const operationSummaryOf = ({ name }: Route, docs: SchemaDocs): string => {
  const docText = docs.get(name)?.text;
  if (docText === undefined)
    throw new Error(`The route ${name} has no comment; the OpenAPI document takes its summary from there`);
  return docText;
};

/** Builds the OpenAPI operation of a route. */
export const operationOf = (route: Route, docs: SchemaDocs): ZodOpenApiOperationObject => ({
  operationId: route.name,
  summary: operationSummaryOf(route, docs),
  tags: [routeSubjectOf(route)],
  security: securityRequirementsOf(route),
  ...(takesIdempotencyKey(route) ? { parameters: [idempotencyParameterOf(route)] } : {}),
  requestParams: requestParametersOf(route),
  ...requestBodyOf(route),
  responses: {
    '200': { description: 'Success.', content: responseContentOf(route), ...responseHeadersOf(route) },
    ...(hasETag(route) ? { '304': { description: 'What was kept still holds.' } } : {}),
    ...errorResponsesOf(route),
  },
});

// Leaves out the two schemas of files, because a file's bytes have no JSON schema. Routes that return files describe
// their content themselves.
const FILE_SCHEMAS: readonly unknown[] = [contract.FileBytes, contract.FileAnswer];

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value && !FILE_SCHEMAS.includes(value);

/** Returns every exported schema by name, so that the document uses the names of the code. */
const collectNamedSchemas = (): Record<string, Schema> => {
  const contractExports: Record<string, unknown> = contract;
  return Object.fromEntries(
    Object.entries(contractExports).flatMap(([name, value]) => (isSchema(value) ? [[name, value]] : [])),
  );
};

const openApiPath = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}');

const pathsOf = (routes: readonly Route[], docs: SchemaDocs): ZodOpenApiPathsObject => {
  const pathItems: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = openApiPath(route);
    pathItems[path] = { ...pathItems[path], [route.method.toLowerCase()]: operationOf(route, docs) };
  }
  return pathItems;
};

/**
 * Builds the OpenAPI document of every route. Summaries and descriptions come from the comments of `sourcePaths`, the
 * contract's own files.
 */
export const openApiDocument = (version: string, sourcePaths: readonly string[]): oas31.OpenAPIObject => {
  const docs = readDocs(sourcePaths);
  const apiDocument = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Mahlzeit',
        version,
        description: 'Every route of the gateway, and the frames of its live socket.',
      },
      servers: [{ url: '/' }],
      paths: pathsOf(contract.routes, docs),
      components: {
        schemas: collectNamedSchemas(),
        securitySchemes: {
          idToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The short-lived id token of a session.',
          },
          partnerToken: { type: 'http', scheme: 'bearer', description: 'The one token of the partner API.' },
          teamToken: { type: 'http', scheme: 'bearer', description: 'The token of a team, for its own remote.' },
          moderationToken: { type: 'http', scheme: 'bearer', description: 'A moderation token of the operator.' },
        },
      },
    },
    {
      override: ({ jsonSchema }) => {
        // A later version may add fields to a response, so the document must allow unknown fields.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // The bounds of JavaScript's safe integers are not limits of the contract.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      },
    },
  );
  for (const [name, schema] of Object.entries(apiDocument.components?.schemas ?? {})) {
    const schemaDoc = docs.get(name) ?? docs.get(name.replace(/Output$/, ''));
    if (schemaDoc) describeSchema(schema, schemaDoc);
  }
  return apiDocument;
};
