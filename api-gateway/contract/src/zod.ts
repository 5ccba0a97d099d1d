import { iso as everyIso } from 'zod/mini';

/**
 * Functions of zod that the contract uses. Shell and remotes share this module, so that a page contains zod once. A new
 * function is added here, with a minor step of SHELL_CONTRACT_VERSION, because an older shell doesn't provide it.
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
  trim,
  union,
  unknown,
} from 'zod/mini';
export type { infer, input, output, ZodMiniObject, ZodMiniType } from 'zod/mini';

/** Formats of ISO 8601 days and instants only. */
export const iso = { date: everyIso.date, datetime: everyIso.datetime };
