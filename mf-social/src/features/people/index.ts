export { AddPeopleSheet, SelectablePeople } from './add-people-sheet';
export { ContactPicker } from './contact-picker';
export type { PickablePeopleSet, PickedKeys } from './contact-picker';
export { NoSearchMatch, PeopleSearch } from './people-search';
export { useDebouncedName, useSuggestedUsers } from './user-search';
