import type { Schema } from '@mahlzeit/contract';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { TEST_PASSWORD } from '../../modules/identity/testing/people';
import { kindOfField, OBJECT_KINDS } from './object-kinds';
import { pickOf } from './key-pool';

/** Position of a value in a request: its route and its field. */
interface ValuePlace {
  readonly routePath: string;
  readonly fieldName: string;
}

/** Part of zod's schema definitions that decides which values a schema accepts. */
const Definition = z.object({
  type: z.string(),
  format: z.optional(z.string()),
  innerType: z.optional(z.custom<Schema>()),
  element: z.optional(z.custom<Schema>()),
  options: z.optional(z.array(z.custom<Schema>())),
  shape: z.optional(z.record(z.string(), z.custom<Schema>())),
  in: z.optional(z.custom<Schema>()),
  keyType: z.optional(z.custom<Schema>()),
  valueType: z.optional(z.custom<Schema>()),
  values: z.optional(z.array(z.unknown())),
  entries: z.optional(z.record(z.string(), z.unknown())),
  checks: z.optional(z.array(z.custom<{ readonly _zod: { readonly def: unknown } }>())),
});

const Check = z.object({
  check: z.string(),
  format: z.optional(z.string()),
  value: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  pattern: z.optional(z.instanceof(RegExp)),
});

const definitionOf = (schema: Schema) => {
  const definition = z.parse(Definition, schema.def);
  return { ...definition, checks: (definition.checks ?? []).map(({ _zod }) => z.parse(Check, _zod.def)) };
};
type SchemaDefinition = ReturnType<typeof definitionOf>;

const checkValue = ({ checks }: SchemaDefinition, name: string): number | undefined => {
  const check = checks.find((candidate) => candidate.check === name);
  return check?.value ?? check?.minimum ?? check?.maximum;
};

const WORLD_NOW = Date.parse('2026-06-24T11:30:00+02:00');
const DAY_MS = 86_400_000;

const nearInstants = fc.oneof(
  fc.integer({ min: -14, max: 14 }).map((days) => WORLD_NOW + days * DAY_MS),
  fc.integer({ min: -8, max: 96 }).map((quarters) => WORLD_NOW + quarters * 900_000),
  fc.constantFrom(-62_167_132_800_000, 253_402_127_999_000, 0),
);

/** Generated texts: usual ones, and ones that often make programs fail. */
const texts = fc.oneof(
  fc.constantFrom('Suppe', 'Ännchen Müller', 'Mittagspause?', 'test', 'anna', 'kantine am Fenster', '004711', '1'),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    "';--",
    '<b>',
    '${x}',
    '__proto__',
    'constructor',
    'toString',
    '../..',
    '#?&',
  ),
  fc.constantFrom('İ', 'ß', 'ﬀ', '\u202E', '\u200B', '\u2028', '\uFEFF', '👨‍👩‍👧‍👦', '🏳️‍🌈', 'e\u0301'.repeat(9), '𝕊'),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(100, 255, 256, 1000).map((length) => 'ü'.repeat(length)),
);

const ISO_TEXTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: nearInstants.map((instant) => new Date(instant).toISOString().slice(0, 10)),
  datetime: nearInstants.map((instant) => new Date(instant).toISOString()),
};

const textsMatching = (pattern: RegExp): fc.Arbitrary<string> => {
  try {
    return fc.stringMatching(pattern);
  } catch {
    // fast-check can't generate texts for every pattern. Then any texts are generated, which the route refuses; this
    // refusal is tested, too.
    return texts;
  }
};

const textsOf = (definition: SchemaDefinition): fc.Arbitrary<string> => {
  const isoTexts = ISO_TEXTS[definition.format ?? ''];
  if (isoTexts !== undefined) return isoTexts;
  const pattern = definition.checks.find((check) => check.pattern !== undefined)?.pattern;
  if (pattern !== undefined) return textsMatching(pattern);
  const maxLength = checkValue(definition, 'max_length');
  return maxLength === undefined ? texts : texts.map((text) => text.slice(0, maxLength));
};

const numbersOf = (definition: SchemaDefinition): fc.Arbitrary<number> => {
  const min = checkValue(definition, 'greater_than') ?? -1_000_000_000_000;
  const max = checkValue(definition, 'less_than') ?? Number.MAX_SAFE_INTEGER;
  const bounds = fc.constantFrom(...[min, max, 0, 1, 890, 2 ** 31].filter((bound) => bound >= min && bound <= max));
  const isWhole = [definition, ...definition.checks].some(({ format }) => format === 'safeint');
  const instants = nearInstants.filter((instant) => instant >= min && instant <= max);
  if (max > DAY_MS) return fc.oneof(bounds, fc.integer({ min, max }), instants);
  return fc.oneof(bounds, isWhole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }));
};

/** Generated values of fields whose schema alone doesn't tell which values are useful. */
const VALUES_BY_FIELD: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  password: fc.oneof(fc.constant(TEST_PASSWORD), texts),
  newPassword: fc.oneof(fc.constant(TEST_PASSWORD), fc.constant('kantinentisch-am-fenster'), texts),
  // A request with a longer waiting time would really wait for so long.
  waitMs: fc.constantFrom(0, 1),
};

const recordOf = ({ shape = {} }: SchemaDefinition, { routePath }: ValuePlace): fc.Arbitrary<unknown> => {
  const fields = Object.entries(shape);
  const isOptional = (field: Schema): boolean => ['optional', 'default'].includes(definitionOf(field).type);
  return fc.record(
    Object.fromEntries(fields.map(([fieldName, field]) => [fieldName, valuesOf(field, { routePath, fieldName })])),
    { requiredKeys: fields.filter(([, field]) => !isOptional(field)).map(([fieldName]) => fieldName) },
  );
};

const anyValues = fc.jsonValue({ maxDepth: 2 });

const arraysOf = (definition: SchemaDefinition, place: ValuePlace): fc.Arbitrary<unknown> =>
  definition.element === undefined
    ? anyValues
    : fc.array(valuesOf(definition.element, place), {
        maxLength: Math.min(6, checkValue(definition, 'max_length') ?? 6),
      });

const dictionariesOf = ({ valueType }: SchemaDefinition, place: ValuePlace): fc.Arbitrary<unknown> =>
  valueType === undefined ? anyValues : fc.dictionary(texts, valuesOf(valueType, place), { maxKeys: 3 });

/** Values of the schemas that contain no inner schema of the same value, by the type of the schema. */
const VALUES_BY_TYPE: Readonly<
  Record<string, (definition: SchemaDefinition, place: ValuePlace) => fc.Arbitrary<unknown>>
> = {
  object: recordOf,
  array: arraysOf,
  record: dictionariesOf,
  union: ({ options = [] }, place) => fc.oneof(...options.map((option) => valuesOf(option, place))),
  literal: ({ values = [] }) => fc.constantFrom(...values),
  enum: ({ entries = {} }) => fc.constantFrom(...Object.values(entries)),
  boolean: () => fc.boolean(),
  number: numbersOf,
  string: textsOf,
  never: () => fc.constant(undefined),
};

const ownValuesOf = (schema: Schema, place: ValuePlace): fc.Arbitrary<unknown> => {
  const definition = definitionOf(schema);
  const valuesOfType = VALUES_BY_TYPE[definition.type];
  if (valuesOfType !== undefined) return valuesOfType(definition, place);
  const innerSchema = definition.innerType ?? definition.in;
  if (innerSchema === undefined) return anyValues;
  const innerValues = valuesOf(innerSchema, place);
  return definition.type === 'nullable' ? fc.option(innerValues, { nil: null }) : innerValues;
};

/**
 * Generates values that a schema accepts; rules that exist only in code may still refuse them. Fields that name an
 * object mostly contain a placeholder of the key pool, which a key replaces when the request is sent.
 */
export const valuesOf = (schema: Schema, place: ValuePlace): fc.Arbitrary<unknown> => {
  const { type } = definitionOf(schema);
  const fieldValues = VALUES_BY_FIELD[place.fieldName];
  if (fieldValues !== undefined) return fieldValues;
  const kind = kindOfField(place.routePath, place.fieldName);
  const isText = type === 'string' || type === 'pipe';
  if (kind === null || !isText) return ownValuesOf(schema, place);
  return fc.oneof(
    { weight: 8, arbitrary: fc.nat(999).map((index) => pickOf(kind, index)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...OBJECT_KINDS), fc.nat(999))
        .map(([anyKind, index]) => pickOf(anyKind, index)),
    },
    { weight: 1, arbitrary: ownValuesOf(schema, place) },
  );
};
