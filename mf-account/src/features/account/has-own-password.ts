import type { SessionView } from '@mahlzeit/shared-ui/platform';

/** Whether who is there signs in by e-mail and password: others change neither (S1§6, A10). */
export const hasOwnPassword = (session: SessionView): boolean => session.status === 'known' && session.account.loggedIn && session.account.thirdParty === null;
