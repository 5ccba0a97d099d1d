import { iso as everyIso } from 'zod/mini';

/**
 * The functions of zod that the contract uses. The shell and the remotes share this module, so that a page loads zod
 * only once. When a function is added here, also increase the minor version of SHELL_CONTRACT_VERSION, because an older
 * shell doesn't provide the function.
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
  transform,
  overwrite,
  trim,
  union,
  unknown,
} from 'zod/mini';
export type {
  infer,
  input,
  output,
  ZodMiniArray,
  ZodMiniDefault,
  ZodMiniNullable,
  ZodMiniObject,
  ZodMiniOptional,
  ZodMiniType,
  ZodMiniUnion,
} from 'zod/mini';

/** Formats of ISO 8601 that the contract uses: calendar days and instants. */
export const iso = { date: everyIso.date, datetime: everyIso.datetime };
