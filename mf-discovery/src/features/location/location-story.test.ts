import type { Place, Result } from '@mahlzeit/contract';
import { err, ok } from '@mahlzeit/contract';
import { aPlace } from '@mahlzeit/contract/fixtures';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import type { Geolocator } from './geolocation';
import type { ChosenPlace } from './location-rules';
import { fallbackPlace, placeOf, pointAt } from './location-rules';
import { selectIsLocating, selectPlace } from './location-slice';
import { createLocationActions } from './location-story';

const arcisstrasse = { latitude: 48.14742, longitude: 11.56722 };
const stored = pointAt('last', { latitude: 53.5, longitude: 10 });
const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });

const aBrowser = (overrides: Partial<Geolocator> = {}): Geolocator => ({ isGranted: async () => true, locate: async () => ok(arcisstrasse), ...overrides });

interface Setup {
  readonly geolocation?: Geolocator;
  readonly last?: ChosenPlace | null;
  readonly found?: Result<Place, { readonly code: string }>;
}

const setUp = ({ geolocation = aBrowser(), last = null, found = ok(altona) }: Setup = {}) => {
  const { store } = fakeShell();
  const written: ChosenPlace[] = [];
  const loadPlace = jest.fn(async (_placeId: string) => found);
  const actions = createLocationActions({ store, geolocation, loadPlace, lastPlace: { read: () => last, write: (place) => void written.push(place) } });
  return { actions, written, loadPlace, place: () => selectPlace(store.getState()), isLocating: () => selectIsLocating(store.getState()) };
};

describe('at the start', () => {
  it('takes the position where it is granted already, and keeps it for the next visit', async () => {
    const { actions, place, written } = setUp({ last: stored });
    await expect(actions.start()).resolves.toBeNull();
    expect(place()).toEqual(pointAt('user', arcisstrasse));
    expect(written).toEqual([pointAt('user', arcisstrasse)]);
  });

  it('asks for nothing that is not granted, and takes the last place', async () => {
    const locate = jest.fn();
    const { actions, place } = setUp({ geolocation: aBrowser({ isGranted: async () => false, locate }), last: stored });
    await expect(actions.start()).resolves.toBeNull();
    expect(place()).toEqual(stored);
    expect(locate).not.toHaveBeenCalled();
  });

  it('takes Hamburg where nothing was stored', async () => {
    const { actions, place } = setUp({ geolocation: aBrowser({ isGranted: async () => false }) });
    await actions.start();
    expect(place()).toEqual(fallbackPlace);
  });

  it('says why a granted position did not come, and still has a place', async () => {
    const { actions, place } = setUp({ geolocation: aBrowser({ locate: async () => err('timeout') }), last: stored });
    await expect(actions.start()).resolves.toBe('timeout');
    expect(place()).toEqual(stored);
  });

  it('looks once, whoever asks', async () => {
    const locate = jest.fn(aBrowser().locate);
    const { actions } = setUp({ geolocation: aBrowser({ locate }) });
    await Promise.all([actions.start(), actions.start()]);
    expect(locate).toHaveBeenCalledTimes(1);
  });
});

describe('on a tap', () => {
  it('leaves the place as it is where the position is refused', async () => {
    const { actions, place, isLocating } = setUp({ geolocation: aBrowser({ isGranted: async () => false, locate: async () => err('denied') }), last: stored });
    await actions.start();
    await expect(actions.locate()).resolves.toBe('denied');
    expect(place()).toEqual(stored);
    expect(isLocating()).toBe(false);
  });

  it('asks the browser once while it is asking', async () => {
    const locate = jest.fn(aBrowser().locate);
    const { actions, isLocating } = setUp({ geolocation: aBrowser({ locate }) });
    const first = actions.locate();
    expect(isLocating()).toBe(true);
    await Promise.all([first, actions.locate()]);
    expect(locate).toHaveBeenCalledTimes(1);
  });

  it('leaves a place that was chosen while the browser still looked for the position', async () => {
    const { actions, place } = setUp();
    const locating = actions.locate();
    actions.choosePlace(altona);
    await locating;
    expect(place()).toEqual(placeOf(altona));
  });
});

describe('by choice', () => {
  it('takes a place with its name and keeps it', () => {
    const { actions, place, written } = setUp();
    actions.choosePlace(altona);
    expect(place()).toEqual(placeOf(altona));
    expect(written).toEqual([placeOf(altona)]);
  });

  it('takes a point of the map and keeps it', () => {
    const { actions, place, written } = setUp();
    actions.chooseArea(arcisstrasse);
    expect(place()).toEqual(pointAt('area', arcisstrasse));
    expect(written).toHaveLength(1);
  });
});

describe('by the path', () => {
  it('takes the place of that id, and not the one of the last visit', async () => {
    const { actions, place, written } = setUp({ last: stored });
    await expect(actions.visit('altona')).resolves.toBeNull();
    await actions.start();
    expect(place()).toEqual(placeOf(altona));
    expect(written).toEqual([placeOf(altona)]);
  });

  it('is not outdone by a position that comes later', async () => {
    const { actions, place } = setUp();
    const starting = actions.start();
    await actions.visit('altona');
    await starting;
    expect(place()).toEqual(placeOf(altona));
  });

  it('R01 stays where it came before the browser said whether it may setUp the position', async () => {
    let say = (_isGranted: boolean): void => undefined;
    const isGranted = (): Promise<boolean> => new Promise((resolve) => (say = resolve));
    const { actions, place } = setUp({ geolocation: aBrowser({ isGranted }), found: err({ code: 'notFound' }) });
    const starting = actions.start();
    await actions.visit('nirgends');
    say(true);
    await starting;
    expect(place()).toEqual(fallbackPlace);
  });

  it.each([
    ['unknown', 'notFound'],
    ['unreachable', 'offline'],
  ])('R01 falls back to Hamburg where the place is %s', async (error, code) => {
    const { actions, place } = setUp({ last: stored, found: err({ code }) });
    await expect(actions.visit('nirgends')).resolves.toBe(error);
    expect(place()).toEqual(fallbackPlace);
  });

  it('leaves what was chosen since where the same path comes again', async () => {
    const { actions, place, loadPlace } = setUp();
    await actions.visit('altona');
    actions.chooseArea(arcisstrasse);
    await actions.visit('altona');
    expect(place()).toEqual(pointAt('area', arcisstrasse));
    expect(loadPlace).toHaveBeenCalledTimes(1);
  });
});
