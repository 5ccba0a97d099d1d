export { LegalSheet } from './legal-sheet';
