import { err, ok } from '@mahlzeit/contract';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import type { Geolocation } from './geolocation';
import type { ChosenPlace } from './location-rules';
import { fallbackPlace } from './location-rules';
import { selectIsLocating, selectPlace } from './location-slice';
import { createLocationStory } from './location-story';

const arcisstrasse = { latitude: 48.14742, longitude: 11.56722 };
const kept: ChosenPlace = { kind: 'last', coordinate: { latitude: 53.5, longitude: 10 } };

const aBrowser = (overrides: Partial<Geolocation> = {}): Geolocation => ({ isGranted: async () => true, locate: async () => ok(arcisstrasse), ...overrides });

const tell = ({ geolocation = aBrowser(), last = null }: { geolocation?: Geolocation; last?: ChosenPlace | null } = {}) => {
  const { store } = fakeShell();
  const written: ChosenPlace[] = [];
  const story = createLocationStory({ store, geolocation, lastPlace: { read: () => last, write: (place) => void written.push(place) } });
  return { story, written, place: () => selectPlace(store.getState()), isLocating: () => selectIsLocating(store.getState()) };
};

describe('at the start', () => {
  it('takes the position where it is granted already, and keeps it for the next visit', async () => {
    const { story, place, written } = tell({ last: kept });
    await expect(story.start()).resolves.toBeNull();
    expect(place()).toEqual({ kind: 'user', coordinate: arcisstrasse });
    expect(written).toEqual([{ kind: 'user', coordinate: arcisstrasse }]);
  });

  it('asks for nothing that is not granted, and takes the last place', async () => {
    const locate = jest.fn();
    const { story, place } = tell({ geolocation: aBrowser({ isGranted: async () => false, locate }), last: kept });
    await expect(story.start()).resolves.toBeNull();
    expect(place()).toEqual(kept);
    expect(locate).not.toHaveBeenCalled();
  });

  it('takes Hamburg where nothing was kept', async () => {
    const { story, place } = tell({ geolocation: aBrowser({ isGranted: async () => false }) });
    await story.start();
    expect(place()).toEqual(fallbackPlace);
  });

  it('says why a granted position did not come, and still has a place', async () => {
    const { story, place } = tell({ geolocation: aBrowser({ locate: async () => err('timeout') }), last: kept });
    await expect(story.start()).resolves.toBe('timeout');
    expect(place()).toEqual(kept);
  });

  it('looks once, whoever asks', async () => {
    const locate = jest.fn(aBrowser().locate);
    const { story } = tell({ geolocation: aBrowser({ locate }) });
    await Promise.all([story.start(), story.start()]);
    expect(locate).toHaveBeenCalledTimes(1);
  });
});

describe('on a tap', () => {
  it('leaves the place as it is where the position is refused', async () => {
    const { story, place, isLocating } = tell({ geolocation: aBrowser({ isGranted: async () => false, locate: async () => err('denied') }), last: kept });
    await story.start();
    await expect(story.locate()).resolves.toBe('denied');
    expect(place()).toEqual(kept);
    expect(isLocating()).toBe(false);
  });

  it('asks the browser once while it is asking', async () => {
    const locate = jest.fn(aBrowser().locate);
    const { story, isLocating } = tell({ geolocation: aBrowser({ locate }) });
    const first = story.locate();
    expect(isLocating()).toBe(true);
    await Promise.all([first, story.locate()]);
    expect(locate).toHaveBeenCalledTimes(1);
  });
});
