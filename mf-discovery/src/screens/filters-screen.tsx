import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import { FilterSheet } from '../features/filter-sheet';
import { usePlace } from '../features/location';
import { useAllAround } from '../features/nearby/use-all-around';

const FiltersScreen = () => {
  const { navigation } = useShell();
  const restaurants = useAllAround(usePlace()?.coordinate ?? null);
  return <FilterSheet restaurants={restaurants} onClose={() => navigation.close()} />;
};

export default defineScreen(FiltersScreen);
