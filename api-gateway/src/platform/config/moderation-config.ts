import * as z from 'zod/mini';

/** Token that opens the moderation's page, and the name under which its owner's decisions are stored. */
export interface ModerationToken {
  readonly name: string;
  readonly token: string;
}

/** Name of a moderation token to which the operator gave none. */
const DEFAULT_NAME = 'betrieb';

const TOKEN_PATTERN = /^(?:([a-z0-9-]{1,30}):)?([\x21-\x2b\x2d-\x39\x3b-\x7e]{24,200})$/;

const parseToken = (text: string): ModerationToken | null => {
  const [, name = DEFAULT_NAME, token] = TOKEN_PATTERN.exec(text.trim()) ?? [];
  return token === undefined ? null : { name, token };
};

const parseTokens = (text: string): readonly ModerationToken[] | null => {
  const tokens = text.split(',').flatMap((part) => parseToken(part) ?? []);
  const isComplete = tokens.length === text.split(',').length;
  const [names, secrets] = [tokens.map(({ name }) => name), tokens.map(({ token }) => token)];
  return isComplete && [names, secrets].every((list) => new Set(list).size === list.length) ? tokens : null;
};

/**
 * Schema that parses the variable MODERATION_TOKEN: one token, or several with different names, `anna:TOKEN,ben:TOKEN`.
 */
export const moderationTokensSchema = z.pipe(
  z.string().check(
    z.refine((text) => parseTokens(text) !== null, {
      error:
        'must be at least 24 printable characters without spaces, colons and commas, or several such tokens, each with a name of its own, like anna:TOKEN,ben:TOKEN',
    }),
  ),
  z.transform((text) => parseTokens(text) ?? []),
);
