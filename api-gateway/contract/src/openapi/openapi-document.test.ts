import { readdirSync } from 'node:fs';
import type { oas31 } from 'zod-openapi';
import { defineRoute, Empty, errorCodes, routes } from '..';
import type { Route } from '..';
import { openApiDocument, operationOf } from './openapi-document';

type SchemaObject = oas31.SchemaObject | oas31.ReferenceObject;

const contractFolder = `${__dirname}/../..`;
const sourcePaths = readdirSync(`${contractFolder}/src`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => `${contractFolder}/src/${name}`);
const apiDocument = openApiDocument('5.0.1', sourcePaths);

const operationsIn = (pathItem: oas31.PathItemObject): oas31.OperationObject[] =>
  [pathItem.get, pathItem.post, pathItem.put, pathItem.patch, pathItem.delete].flatMap((operation) => operation ?? []);
const allOperations = Object.values(apiDocument.paths ?? {}).flatMap(operationsIn);

const namedSchemas = Object.entries(apiDocument.components?.schemas ?? {});

const isReference = (schema: SchemaObject): schema is oas31.ReferenceObject => '$ref' in schema;

/** Lists every schema in the document with its path. */
const listNestedSchemas = (path: string, schema: SchemaObject): [string, SchemaObject][] => {
  if (isReference(schema)) return [[path, schema]];
  const schemaAlternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [
    [path, schema],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      listNestedSchemas(`${path}.${name}`, property),
    ),
    ...schemaAlternatives.flatMap((option, index) => listNestedSchemas(`${path}|${index}`, option)),
    ...(schema.items ? listNestedSchemas(`${path}[]`, schema.items) : []),
  ];
};
const schemaEntries = namedSchemas.flatMap(([name, schema]) => listNestedSchemas(name, schema));
const isFieldPath = (path: string): boolean => /\.\w+$/.test(path);

describe('the OpenAPI document', () => {
  it('refers only to schemas that it contains', () => {
    const documentText = JSON.stringify(apiDocument);
    const referenceTargets = [...documentText.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
    const schemaReferences = new Set(namedSchemas.map(([name]) => `#/components/schemas/${name}`));
    expect(referenceTargets.length).toBeGreaterThan(0);
    expect(referenceTargets.filter((target) => !schemaReferences.has(target))).toEqual([]);
    expect(apiDocument.openapi).toBe('3.1.0');
  });

  it('declares each parameter of a path once, as required', () => {
    const pathParametersIn = (parameters: readonly object[] = []) =>
      parameters.flatMap((parameter) =>
        'in' in parameter && parameter.in === 'path' && 'name' in parameter && 'required' in parameter
          ? [`${String(parameter.name)} ${String(parameter.required)}`]
          : [],
      );
    const operationEntries = Object.entries(apiDocument.paths ?? {}).flatMap(([path, pathItem]) =>
      operationsIn(pathItem).map(
        (operation) =>
          [path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${name} true`), operation] as const,
      ),
    );
    expect(operationEntries.length).toBe(routes.length);
    expect(operationEntries.map(([path, , { parameters }]) => [path, pathParametersIn(parameters)])).toEqual(
      operationEntries.map(([path, parameterNames]) => [path, parameterNames]),
    );
  });

  it('has a description and a status for each response', () => {
    const responsesByOperation = allOperations.map(({ responses = {} }) => responses);
    expect(responsesByOperation.filter((responseByStatus) => Object.keys(responseByStatus).length === 0)).toEqual([]);
    const invalidResponseEntries = responsesByOperation
      .flatMap((responseByStatus) => Object.entries(responseByStatus))
      .filter(([status, response]) => !/^[1-5]\d\d$/.test(status) || !('description' in response));
    expect(invalidResponseEntries).toEqual([]);
  });

  it('contains every route under its name', () => {
    expect(allOperations.flatMap(({ operationId }) => operationId ?? []).sort()).toEqual(
      routes.map(({ name }) => name).sort(),
    );
  });

  it('has a description of every schema', () => {
    expect(namedSchemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
  });

  it('has a description of every field except tags', () => {
    const undescribedFields = schemaEntries.filter(
      ([path, schema]) => isFieldPath(path) && !('const' in schema) && !isReference(schema) && !schema.description,
    );
    expect(undescribedFields.map(([path]) => path)).toEqual([]);
  });

  it('forbids no additional fields, because answers grow', () => {
    expect(schemaEntries.filter(([, schema]) => !isReference(schema) && schema.additionalProperties === false)).toEqual(
      [],
    );
  });

  it('lists the errors of a route, including those of the platform', () => {
    const putMealResponses = apiDocument.paths?.['/api/partner/meals/{key}']?.put?.responses ?? {};
    expect(
      Object.entries(putMealResponses).map(([status, response]) => [
        status,
        'description' in response ? response.description : '',
      ]),
    ).toEqual([
      ['200', 'Success.'],
      ['400', 'invalidRequest'],
      ['401', 'unauthenticated'],
      ['404', 'notFound'],
      ['408', 'requestTimeout'],
      ['409', 'listFull, requestInProgress'],
      ['413', 'payloadTooLarge'],
      ['415', 'unsupportedMediaType'],
      ['422', 'idempotencyKeyReused'],
      ['500', 'internal'],
    ]);
  });

  it('lists the refusals of a token that a route takes but does not require', () => {
    const refusal = apiDocument.paths?.['/api/auth/register']?.post?.responses?.['403'];
    expect(refusal).toMatchObject({ description: expect.stringContaining('accountDeleted') });
  });

  it('describes a file, and its errors as JSON', () => {
    const { responses, parameters } = apiDocument.paths?.['/api/maps/static']?.get ?? {};
    expect(responses?.['200']).toMatchObject({
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      headers: { ETag: {}, 'Content-Disposition': {} },
    });
    expect(responses?.['429']).toMatchObject({ content: { 'application/json': {} } });
    expect(responses?.['304']).toBeDefined();
    expect(parameters?.length).toBe(6);
  });

  it('describes the result of a repeat under the same key', () => {
    const exampleWriteRoute = defineRoute({
      name: 'write',
      method: 'POST',
      path: '/api/write',
      access: 'any',
      answer: Empty,
      errors: [],
    });
    const idempotencyParameterOf = (route: Route) =>
      operationOf(route, new Map([['write', { fields: new Map(), options: [], text: 'A write.' }]])).parameters?.[0];
    expect(idempotencyParameterOf(exampleWriteRoute)).toMatchObject({
      name: 'Idempotency-Key',
      description: expect.stringContaining('replays the first answer'),
    });
    expect(idempotencyParameterOf({ ...exampleWriteRoute, idempotency: 'steps' })).toMatchObject({
      description: expect.stringContaining('never begins a second one'),
    });
  });

  it('requires the right token', () => {
    expect(apiDocument.paths?.['/api/users/me']?.get?.security).toEqual([{ idToken: [] }]);
    expect(apiDocument.paths?.['/api/partner/meals/{key}']?.delete?.security).toEqual([{ partnerToken: [] }]);
    expect(apiDocument.paths?.['/api/auth/register']?.post?.security).toEqual([{ idToken: [] }, {}]);
    expect(apiDocument.paths?.['/livez']?.get?.security).toEqual([]);
  });

  it('contains only codes of the list', () => {
    const documentedErrorCodes = allOperations.flatMap(({ responses = {} }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        Number(status) >= 400 && 'description' in response ? (response.description ?? '').split(', ') : [],
      ),
    );
    expect(documentedErrorCodes.length).toBeGreaterThan(0);
    expect(
      documentedErrorCodes.filter((documentedCode) => !errorCodes().some((errorCode) => errorCode === documentedCode)),
    ).toEqual([]);
  });
});
