import type { ThirdParty } from '@mahlzeit/contract';
import type { SignInConfig } from '../../../platform';
import { createAppleClient } from './apple-client';
import { createFacebookClient } from './facebook-client';
import { createGoogleClient } from './google-client';
import type { ProviderClient } from './provider-client';

/** Whom people may sign in with; null: not with this one. */
export type ProviderClients = Readonly<Record<ThirdParty, ProviderClient | null>>;

/** The providers that are set up. */
export const createProviderClients = ({ google, apple, facebook }: SignInConfig, realNow: () => number): ProviderClients => ({
  google: google === null ? null : createGoogleClient(google, realNow),
  facebook: facebook === null ? null : createFacebookClient(facebook),
  apple: apple === null ? null : createAppleClient(apple, realNow),
});
