import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import { usePlace } from '../features/location';
import { useAllAround } from '../features/nearby/use-all-around';
import { TagSheet } from '../features/tag-sheet';

const TagselectionScreen = () => {
  const { navigation } = useShell();
  const restaurants = useAllAround(usePlace()?.coordinate ?? null);
  return <TagSheet restaurants={restaurants} onClose={() => navigation.close()} />;
};

export default defineScreen(TagselectionScreen);
