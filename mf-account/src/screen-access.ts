import type { LegalKind } from '@mahlzeit/contract';
import type { SessionView } from '@mahlzeit/shared-ui/platform';

/**
 * Returns whether the user logs in by e-mail address and password. Users of a third party can change neither of the two
 * (S1§6, A10).
 */
export const hasOwnPassword = (session: SessionView): boolean =>
  session.status === 'known' && session.account.loggedIn && session.account.thirdParty === null;

/**
 * Parameter by which the settings screen opens the form for the consent. The shell's first question about the consent
 * links to this form, too.
 */
export const CONSENT_PARAM = 'consent';

/** Parameter with which the screen for the display name opens for a new user, right after the registration. */
export const NEW_USER_PARAM = 'new';

const legalKinds: Readonly<Record<LegalKind, true>> = {
  imprint: true,
  privacy: true,
  terms: true,
  accessibility: true,
};

/** Returns whether a parameter names a legal document. */
export const isLegalKind = (param: string): param is LegalKind => Object.hasOwn(legalKinds, param);
