import { useShell } from '@mahlzeit/shared-ui/platform';
import { TopBarApp } from '@mahlzeit/shared-ui/ui/restaurant';
import { useTexts } from '../discovery-texts';
import { SearchBar } from '../features/search';

/** Link in the top bar that opens the screen with the app's download links. */
export const AppButton = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return <TopBarApp href={navigation.hrefOf('download')} shortLabel={t('App')} longLabel={t('AppLong')} />;
};

/** Discovery's part of the shell's top bar: location, search, filters, and the link to the app. */
const FrameSearch = () => (
  <>
    <SearchBar />
    <AppButton />
  </>
);

export default FrameSearch;
