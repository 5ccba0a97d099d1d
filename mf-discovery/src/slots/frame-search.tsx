import { AppButton } from '../features/download';
import { SearchBar } from '../features/search';

/** What discovery puts into the shell's top frame. */
const FrameSearch = () => (
  <>
    <SearchBar />
    <AppButton />
  </>
);

export default FrameSearch;
