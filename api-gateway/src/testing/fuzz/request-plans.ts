import { routes, type Route } from '@mahlzeit/contract';
import fc from 'fast-check';
import { VALID_REQUEST_BY_ROUTE } from '../valid-requests';
import { brokenValues, withBrokenValue, type BrokenValue } from './broken-values';
import { CALLER_NAMES, callersFor, type CallerName } from './caller-names';
import { pickOf } from './key-pool';
import { kindOfField } from './object-kinds';
import { valuesOf } from './schema-values';

const REQUEST_PARTS = ['params', 'query', 'body'] as const;
type RequestPart = (typeof REQUEST_PARTS)[number];

/** Generated HTTP request, in which placeholders still stand for keys. */
export interface RequestPlan {
  readonly routeName: string;
  readonly caller: CallerName;
  readonly parts: Readonly<Record<RequestPart, unknown>>;
  /** Invalid value that replaces one value of a part, so that the request is nearly valid; null for a valid request. */
  readonly broken: (BrokenValue & { readonly part: RequestPart }) | null;
  /** Body that is sent instead of the generated JSON; null for none. */
  readonly rawBody: string | Uint8Array | null;
  readonly idempotencyKey: string | null;
  /** Whether the caller's browser sends the cookie of its session. */
  readonly sendsCookie: boolean;
}

const rawBodies = fc.constantFrom<string | Uint8Array>(
  '{"location":',
  '[]',
  '"text"',
  'null',
  '0',
  '',
  '{"a":NaN}',
  '{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}}}',
  Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
  `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  JSON.stringify({ filling: 'x'.repeat(110_000) }),
);

/** Valid PNG picture of one pixel. */
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const files = fc.oneof(
  fc.constant(PNG),
  fc.nat(PNG.length).map((length) => PNG.slice(0, length)),
  fc.uint8Array({ maxLength: 300 }),
);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns a value of the valid request in which placeholders replace the keys of objects. */
const withPicks = (value: unknown, routePath: string, index: number, fieldName = ''): unknown => {
  const kind = kindOfField(routePath, fieldName);
  if (typeof value === 'string' && kind !== null) return pickOf(kind, index);
  if (Array.isArray(value)) return value.map((element, at) => withPicks(element, routePath, index + at, fieldName));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withPicks(field, routePath, index, name)]),
  );
};

const partsFromSchemas = (route: Route): fc.Arbitrary<Record<RequestPart, unknown>> => {
  const partOf = (part: RequestPart): fc.Arbitrary<unknown> => {
    const schema = route[part];
    return schema === undefined ? fc.constant({}) : valuesOf(schema, { routePath: route.path, fieldName: '' });
  };
  return fc.record({ params: partOf('params'), query: partOf('query'), body: partOf('body') });
};

/** Generates requests with the valid values of a route and with existing keys. */
const partsFromRow = (route: Route): fc.Arbitrary<Record<RequestPart, unknown>> => {
  const row = VALID_REQUEST_BY_ROUTE[route.name] ?? {};
  return fc.nat(999).map((index) => ({
    params: withPicks(row.params ?? {}, route.path, index),
    query: withPicks(row.query ?? {}, route.path, index),
    body: withPicks(row.body ?? {}, route.path, index),
  }));
};

const brokenFields: fc.Arbitrary<RequestPlan['broken']> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({ part: fc.constantFrom(...REQUEST_PARTS), place: fc.nat(200), value: brokenValues }),
  },
);

const rawBodyOf = ({ takesFile }: Route): fc.Arbitrary<RequestPlan['rawBody']> =>
  takesFile === undefined
    ? fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: rawBodies })
    : files;

const plansOf = (route: Route): fc.Arbitrary<RequestPlan> =>
  fc.record({
    routeName: fc.constant(route.name),
    caller: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...callersFor(route)) },
      { weight: 1, arbitrary: fc.constantFrom(...CALLER_NAMES) },
    ),
    parts: fc.oneof(partsFromRow(route), partsFromSchemas(route)),
    broken: brokenFields,
    rawBody: rawBodyOf(route),
    idempotencyKey: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: fc.constantFrom('first', 'second', 'third') },
      { weight: 1, arbitrary: fc.constantFrom('', ' ', 'k'.repeat(129), '__proto__') },
    ),
    sendsCookie: fc.boolean(),
  });

const routeByName = new Map(routes.map((route) => [route.name, route]));

/** Returns the route of a generated request. */
export const routeOf = ({ routeName }: RequestPlan): Route => {
  const route = routeByName.get(routeName);
  if (route === undefined) throw new Error(`No route has the name ${routeName}`);
  return route;
};

/** Generates requests of all routes as all kinds of callers: valid ones, and ones with one invalid field. */
export const requestPlans: fc.Arbitrary<RequestPlan> = fc.oneof(...routes.map(plansOf));

/** Returns the parts of a generated request, one of which contains the invalid value. */
export const brokenPartsOf = ({ parts, broken }: RequestPlan): RequestPlan['parts'] => {
  if (broken === null) return parts;
  return { ...parts, [broken.part]: withBrokenValue(parts[broken.part], broken) };
};
