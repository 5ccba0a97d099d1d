import type { LegalKind } from '@mahlzeit/contract';
import type { SessionView } from '@mahlzeit/shared-ui/platform';

/** Returns whether the user signs in by e-mail and password: others can change neither (S1§6, A10). */
export const hasOwnPassword = (session: SessionView): boolean =>
  session.status === 'known' && session.account.loggedIn && session.account.thirdParty === null;

/** Parameter of the settings screen for the consent. The shell's first question links there as well. */
export const CONSENT = 'consent';

const kinds: Readonly<Record<LegalKind, true>> = { imprint: true, privacy: true, terms: true, accessibility: true };

/** Returns whether a parameter names a legal document. */
export const isLegalKind = (param: string): param is LegalKind => Object.hasOwn(kinds, param);
