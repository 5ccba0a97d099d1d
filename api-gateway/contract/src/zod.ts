import { iso as everyIso } from 'zod/mini';

/**
 * What of zod the wire is made of. Shell and remotes share this module, so that a page holds zod once; whoever needs
 * another function adds it here, and SHELL_CONTRACT_VERSION grows by a minor: an older shell doesn't offer it.
 */
export {
  _default,
  array,
  boolean,
  catchall,
  custom,
  discriminatedUnion,
  enum,
  extend,
  gte,
  int,
  literal,
  lte,
  maxLength,
  minLength,
  never,
  nullable,
  number,
  object,
  omit,
  optional,
  partial,
  partialRecord,
  pipe,
  record,
  refine,
  regex,
  required,
  safeParse,
  string,
  templateLiteral,
  transform,
  trim,
  union,
  unknown,
} from 'zod/mini';
export type { infer, input, output, ZodMiniObject, ZodMiniType } from 'zod/mini';

/** Of its texts in the form of ISO 8601 days and instants alone. */
export const iso = { date: everyIso.date, datetime: everyIso.datetime };
