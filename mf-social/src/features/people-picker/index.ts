export { ContactPicker } from './contact-picker';
export type { PickedKeys } from './contact-picker';
export { NobodyFound, PeopleSearch } from './people-search';
export { PickedChips } from './picked-chips';
