export { AddPeopleSheet, SelectablePeople as FoundPeople } from './add-people-sheet';
export { ContactPicker } from './contact-picker';
export type { PeopleSet, PickedKeys } from './contact-picker';
export { NoMatch as NobodyFound, PeopleSearch } from './people-search';
export { useDebouncedName, useSuggestedUsers } from './user-search';
