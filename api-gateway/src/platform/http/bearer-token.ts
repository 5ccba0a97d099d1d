/** Returns the token in the value of a header `Authorization: Bearer`; null without one. */
export const bearerTokenOf = (authorization: string | undefined): string | null =>
  /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1] ?? null;
