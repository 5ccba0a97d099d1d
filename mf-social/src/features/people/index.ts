export { AddPeopleSheet, SelectablePeople } from './add-people-sheet';
export { ContactPicker } from './contact-picker';
export type { PeopleSet, PickedKeys } from './contact-picker';
export { NoMatch, PeopleSearch } from './people-search';
export { useDebouncedName, useSuggestedUsers } from './user-search';
