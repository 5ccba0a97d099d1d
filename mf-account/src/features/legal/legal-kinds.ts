import type { LegalKind } from '@mahlzeit/contract';

const kinds: Readonly<Record<LegalKind, true>> = { imprint: true, privacy: true, terms: true, accessibility: true };

/** Whether a parameter of the address names a legal document. */
export const isLegalKind = (param: string): param is LegalKind => Object.hasOwn(kinds, param);
