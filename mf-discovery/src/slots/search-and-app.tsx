import { AppButton } from '../features/download';
import { SearchBar } from '../features/search';

/** Place, search and filter, and the way to the app. */
export const SearchAndApp = () => (
  <>
    <SearchBar />
    <AppButton />
  </>
);
