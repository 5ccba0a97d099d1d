import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import { usePlace } from '../features/location';
import { useNearby } from '../features/nearby';
import { TagSheet } from '../features/tag-sheet';

const TagselectionScreen = () => {
  const { navigation } = useShell();
  const { status, restaurants } = useNearby(usePlace()?.coordinate ?? null);
  return <TagSheet restaurants={status === 'ready' ? restaurants : null} onClose={() => navigation.close()} />;
};

export default defineScreen(TagselectionScreen);
