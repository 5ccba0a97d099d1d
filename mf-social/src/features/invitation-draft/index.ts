export { startDraft, useStartDraft } from './start-draft';
