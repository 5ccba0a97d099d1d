import * as z from 'zod/mini';

/** Whose sign-in pages are copied. */
export const ProviderName = z.enum(['google', 'facebook', 'apple']);
export type ProviderName = z.infer<typeof ProviderName>;

/** How each calls itself. */
export const providerTitle: Readonly<Record<ProviderName, string>> = { google: 'Google', facebook: 'Facebook', apple: 'Apple' };

/** Where each has its sign-in page, below its base. */
export const loginPath: Readonly<Record<ProviderName, string>> = {
  google: '/google/auth',
  apple: '/apple/auth/authorize',
  facebook: '/facebook/:version/dialog/oauth',
};

/** Somebody who has signed in, as the provider describes them. */
export const Person = z.object({
  provider: ProviderName,
  subject: z.string(),
  /** null where they don't share it. */
  email: z.nullable(z.string()),
  isPrivateEmail: z.boolean(),
  name: z.string(),
});
export type Person = z.infer<typeof Person>;

/** What a client may do once somebody has signed in; a code stands for it. */
export const Grant = z.object({
  person: Person,
  redirectUri: z.string(),
  scope: z.string(),
  nonce: z.nullable(z.string()),
  challenge: z.nullable(z.string()),
});
export type Grant = z.infer<typeof Grant>;
