import { useShell } from '@mahlzeit/shared-ui/platform';
import { TopBarApp } from '@mahlzeit/shared-ui/ui/restaurant';
import { useTexts } from '../discovery-texts';
import { SearchBar } from '../features/search';

/** Link from the top bar to the app. */
export const AppButton = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return <TopBarApp href={navigation.hrefOf('download')} shortLabel={t('App')} longLabel={t('AppLong')} />;
};

/** Location, search, filters, and the link to the app. */
export const SearchAndApp = () => (
  <>
    <SearchBar />
    <AppButton />
  </>
);
