import type { ThirdParty } from '@mahlzeit/contract';

/** What third parties call themselves. */
export const thirdPartyNames: Readonly<Record<ThirdParty, string>> = { google: 'Google', facebook: 'Facebook', apple: 'Apple' };
