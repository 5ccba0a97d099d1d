import type { Place, Result } from '@mahlzeit/contract';
import { err, ok } from '@mahlzeit/contract';
import { aPlace } from '@mahlzeit/contract/fixtures';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import type { Geolocation } from './geolocation';
import type { ChosenPlace } from './location-rules';
import { fallbackPlace, placeOf, pointAt } from './location-rules';
import { selectIsLocating, selectPlace } from './location-slice';
import { createLocationStory } from './location-story';

const arcisstrasse = { latitude: 48.14742, longitude: 11.56722 };
const kept = pointAt('last', { latitude: 53.5, longitude: 10 });
const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });

const aBrowser = (overrides: Partial<Geolocation> = {}): Geolocation => ({ isGranted: async () => true, locate: async () => ok(arcisstrasse), ...overrides });

interface Told {
  readonly geolocation?: Geolocation;
  readonly last?: ChosenPlace | null;
  readonly found?: Result<Place, { readonly code: string }>;
}

const tell = ({ geolocation = aBrowser(), last = null, found = ok(altona) }: Told = {}) => {
  const { store } = fakeShell();
  const written: ChosenPlace[] = [];
  const loadPlace = jest.fn(async (_placeId: string) => found);
  const story = createLocationStory({ store, geolocation, loadPlace, lastPlace: { read: () => last, write: (place) => void written.push(place) } });
  return { story, written, loadPlace, place: () => selectPlace(store.getState()), isLocating: () => selectIsLocating(store.getState()) };
};

describe('at the start', () => {
  it('takes the position where it is granted already, and keeps it for the next visit', async () => {
    const { story, place, written } = tell({ last: kept });
    await expect(story.start()).resolves.toBeNull();
    expect(place()).toEqual(pointAt('user', arcisstrasse));
    expect(written).toEqual([pointAt('user', arcisstrasse)]);
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

  it('leaves a place that was chosen while the browser still looked for the position', async () => {
    const { story, place } = tell();
    const locating = story.locate();
    story.choosePlace(altona);
    await locating;
    expect(place()).toEqual(placeOf(altona));
  });
});

describe('by choice', () => {
  it('takes a place with its name and keeps it', () => {
    const { story, place, written } = tell();
    story.choosePlace(altona);
    expect(place()).toEqual(placeOf(altona));
    expect(written).toEqual([placeOf(altona)]);
  });

  it('takes a point of the map and keeps it', () => {
    const { story, place, written } = tell();
    story.chooseArea(arcisstrasse);
    expect(place()).toEqual(pointAt('area', arcisstrasse));
    expect(written).toHaveLength(1);
  });
});

describe('by the path', () => {
  it('takes the place of that id, and not the one of the last visit', async () => {
    const { story, place, written } = tell({ last: kept });
    await expect(story.visit('altona')).resolves.toBeNull();
    await story.start();
    expect(place()).toEqual(placeOf(altona));
    expect(written).toEqual([placeOf(altona)]);
  });

  it('is not outdone by a position that comes later', async () => {
    const { story, place } = tell();
    const starting = story.start();
    await story.visit('altona');
    await starting;
    expect(place()).toEqual(placeOf(altona));
  });

  it('R01 stays where it came before the browser said whether it may tell the position', async () => {
    let say = (_isGranted: boolean): void => undefined;
    const isGranted = (): Promise<boolean> => new Promise((resolve) => (say = resolve));
    const { story, place } = tell({ geolocation: aBrowser({ isGranted }), found: err({ code: 'notFound' }) });
    const starting = story.start();
    await story.visit('nirgends');
    say(true);
    await starting;
    expect(place()).toEqual(fallbackPlace);
  });

  it.each([
    ['unknown', 'notFound'],
    ['unreachable', 'offline'],
  ])('R01 falls back to Hamburg where the place is %s', async (refusal, code) => {
    const { story, place } = tell({ last: kept, found: err({ code }) });
    await expect(story.visit('nirgends')).resolves.toBe(refusal);
    expect(place()).toEqual(fallbackPlace);
  });

  it('leaves what was chosen since where the same path comes again', async () => {
    const { story, place, loadPlace } = tell();
    await story.visit('altona');
    story.chooseArea(arcisstrasse);
    await story.visit('altona');
    expect(place()).toEqual(pointAt('area', arcisstrasse));
    expect(loadPlace).toHaveBeenCalledTimes(1);
  });
});
