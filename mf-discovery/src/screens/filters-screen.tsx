import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import { FilterSheet } from '../features/filter-sheet';
import { usePlace } from '../features/location';
import { useNearby } from '../features/nearby';

const FiltersScreen = () => {
  const { navigation } = useShell();
  const { status, restaurants } = useNearby(usePlace()?.coordinate ?? null);
  return <FilterSheet restaurants={status === 'ready' ? restaurants : null} onClose={() => navigation.close()} />;
};

export default defineScreen(FiltersScreen);
