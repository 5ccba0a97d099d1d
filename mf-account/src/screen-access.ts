import type { LegalKind } from '@mahlzeit/contract';
import type { SessionView } from '@mahlzeit/shared-ui/platform';

/** Whether who is there signs in by e-mail and password: others change neither (S1§6, A10). */
export const hasOwnPassword = (session: SessionView): boolean =>
  session.status === 'known' && session.account.loggedIn && session.account.thirdParty === null;

/** Names the choice within the address of the settings; the shell's first question leads there, too. */
export const CONSENT = 'consent';

const kinds: Readonly<Record<LegalKind, true>> = { imprint: true, privacy: true, terms: true, accessibility: true };

/** Whether a parameter of the address names a legal document. */
export const isLegalKind = (param: string): param is LegalKind => Object.hasOwn(kinds, param);
