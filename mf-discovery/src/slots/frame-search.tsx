import { PlaceButton } from '../features/location';

/** What discovery puts into the shell's top frame. */
const FrameSearch = () => <PlaceButton />;

export default FrameSearch;
