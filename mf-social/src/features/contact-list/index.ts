export { ContactRow, GroupRow } from './contact-rows';
export { useContactSheets } from './open-sheet';
