export { ContactPicker } from './contact-picker';
export { NobodyFound, PeopleSearch } from './people-search';
export { PickedChips } from './picked-chips';
export { togglePerson, withoutPerson, withPeople } from './picked-people';
export type { PickedKeys } from './picked-people';
