import type { oas31, ZodOpenApiPathsObject } from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import type { Route, Schema } from '..';
import * as contract from '..';
import { describeSchema } from './describe-schemas';
import { readDocs } from './field-docs';
import { operationOf } from './operation-of';

// A file's bytes have no schema in JSON; their routes describe them.
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value && value !== contract.FileBytes;

/** Every exported schema by its name, so that the document speaks of `Restaurant` as the code does. */
const namedSchemas = (): Record<string, Schema> => {
  const exported: Record<string, unknown> = contract;
  return Object.fromEntries(Object.entries(exported).flatMap(([name, value]) => (isSchema(value) ? [[name, value]] : [])));
};

const openApiPath = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}');

const pathsOf = (routes: readonly Route[]): ZodOpenApiPathsObject => {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = openApiPath(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
};

/** The OpenAPI document of every route; descriptions come from the comments of `sources`, the contract's own files. */
export const openApiDocument = (version: string, sources: readonly string[]): oas31.OpenAPIObject => {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Mahlzeit', version, description: 'Every route of the gateway that speaks JSON, and the frames of its live socket.' },
      servers: [{ url: '/' }],
      paths: pathsOf(contract.routes),
      components: {
        schemas: namedSchemas(),
        securitySchemes: {
          idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The short-lived id token of a session.' },
          partnerToken: { type: 'http', scheme: 'bearer', description: 'The one token of the partner API.' },
        },
      },
    },
    {
      override: ({ jsonSchema }) => {
        // Answers may grow: whoever reads them must not refuse fields that came later.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // The bounds of JavaScript's integers are no rule of ours.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      },
    },
  );
  const docs = readDocs(sources);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const known = docs.get(name) ?? docs.get(name.replace(/Output$/, ''));
    if (known) describeSchema(schema, known);
  }
  return document;
};
