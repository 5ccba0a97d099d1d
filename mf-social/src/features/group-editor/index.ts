export { useGroupDraft } from './use-group-draft';
export { GroupPlaceholder } from './group-placeholder';
