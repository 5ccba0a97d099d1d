/** Returns the token of a header Authorization; null without one. */
export const bearerTokenOf = (authorization: string | undefined): string | null =>
  /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
