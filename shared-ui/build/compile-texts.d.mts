import type { CompiledMessage } from 'icu-minify/format';

export function compileTexts<const Key extends string>(
  table: Readonly<Record<Key, string>>,
): Readonly<Record<Key, CompiledMessage>>;
export const TEXT_TABLES: RegExp;
