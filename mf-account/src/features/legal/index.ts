export { isLegalKind } from './legal-kinds';
export { LegalSheet } from './legal-sheet';
