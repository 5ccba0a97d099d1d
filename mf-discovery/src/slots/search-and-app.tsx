import { AppButton } from '../features/download/app-button';
import { SearchBar } from '../features/search/search-bar';

/** Place, search and filter, and the way to the app. */
export const SearchAndApp = () => (
  <>
    <SearchBar />
    <AppButton />
  </>
);
