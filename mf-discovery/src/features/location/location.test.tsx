import { err, geocode, getPlace, ok } from '@mahlzeit/contract';
import type { Place, Result } from '@mahlzeit/contract';
import { aGeocodeAnswer, aPlace } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { fallbackPlace, placeOf, pointAt } from './chosen-place';
import type { ChosenPlace } from './chosen-place';
import {
  areaOf,
  createLocationActions,
  placeLabels,
  selectIsLocating,
  selectPlace,
  useChooseArea,
  useChoosePlace,
  useLocate,
  usePlace,
  usePlaceName,
} from './location';
import type { Geolocator } from './location';

describe('finding the place', () => {
  const arcisstrasse = { latitude: 48.14742, longitude: 11.56722 };
  const stored = pointAt('last', { latitude: 53.5, longitude: 10 });
  const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });

  const aBrowser = (overrides: Partial<Geolocator> = {}): Geolocator => ({
    isGranted: async () => true,
    locate: async () => ok(arcisstrasse),
    ...overrides,
  });

  interface Setup {
    readonly geolocation?: Geolocator;
    readonly last?: ChosenPlace | null;
    readonly found?: Result<Place, { readonly code: string }>;
  }

  const setUp = ({ geolocation = aBrowser(), last = null, found = ok(altona) }: Setup = {}) => {
    const { store } = fakeShell();
    const written: ChosenPlace[] = [];
    const loadPlace = jest.fn(async (_placeId: string) => found);
    const actions = createLocationActions({
      store,
      geolocation,
      loadPlace,
      lastPlace: { read: () => last, write: (place) => void written.push(place) },
    });
    return {
      actions,
      written,
      loadPlace,
      place: () => selectPlace(store.getState()),
      isLocating: () => selectIsLocating(store.getState()),
    };
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
      const { actions, place } = setUp({
        geolocation: aBrowser({ isGranted: async () => false, locate }),
        last: stored,
      });
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
      const { actions, place, isLocating } = setUp({
        geolocation: aBrowser({ isGranted: async () => false, locate: async () => err('denied') }),
        last: stored,
      });
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

    it('R01 stays where it came before the browser said whether it may tell the position', async () => {
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
});

describe('how a place is called', () => {
  it.each([
    [
      'its own name before all',
      { kind: 'place', name: 'Altona' },
      'Hamburg',
      { caption: 'Mittag rund um', around: 'Altona', alone: 'Altona' },
    ],
    [
      'the own name of the last visit',
      { kind: 'last', name: 'Altona' },
      null,
      { caption: 'Mittag rund um', around: 'Altona', alone: 'Altona' },
    ],
    [
      'the town of a point',
      { kind: 'area', name: null },
      'Hamburg',
      { caption: 'Mittag rund um', around: 'Hamburg', alone: 'Hamburg' },
    ],
    [
      'a point that nobody knows',
      { kind: 'area', name: null },
      null,
      { caption: 'Mittag rund um', around: 'diesen Kartenausschnitt', alone: 'Kartenausschnitt' },
    ],
    [
      'the last point that nobody knows',
      { kind: 'last', name: null },
      null,
      { caption: 'Mittag rund um', around: 'deinen letzten Standort', alone: 'Dein letzter Standort' },
    ],
    [
      'where the person stands',
      { kind: 'user', name: null },
      null,
      { caption: 'Mittag rund um', around: 'deinen Standort', alone: 'Dein Standort' },
    ],
    [
      'where nothing else is known',
      { kind: 'fallback', name: null },
      null,
      { caption: 'Mittag ab', around: 'Hamburg-Mitte', alone: 'Hamburg-Mitte' },
    ],
  ] as const)('says %s', (_case, place, area, words) => {
    expect(placeLabels(place, area)).toEqual(words);
  });

  it('calls an address by its smallest part', () => {
    expect(areaOf(aGeocodeAnswer())).toBe('Hamburg');
    expect(areaOf({ status: 'ZERO_RESULTS', results: [] })).toBeNull();
    expect(areaOf(undefined)).toBeNull();
  });
});

describe('the place as it is shown', () => {
  const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });
  const munich = { latitude: 48.14742, longitude: 11.56722 };

  type Position = Pick<Geolocation, 'getCurrentPosition'>;

  const setBrowser = (state: string, getCurrentPosition: Position['getCurrentPosition']): void => {
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state }) } });
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  };

  const found: Position['getCurrentPosition'] = (onSuccess) => {
    const coords = {
      ...munich,
      accuracy: 20,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
      toJSON: () => ({}),
    };
    onSuccess({ coords, timestamp: 0, toJSON: () => ({}) });
  };
  const refused =
    (code: number): Position['getCurrentPosition'] =>
    (_onSuccess, fail) =>
      fail?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });

  const Probe = ({ placeId }: { readonly placeId?: string }) => {
    usePlace(placeId);
    const name = usePlaceName();
    const { locate } = useLocate();
    const choosePlace = useChoosePlace();
    const chooseArea = useChooseArea();
    return (
      <>
        <p>{name === null ? 'sucht' : `${name.caption} ${name.around}`}</p>
        <button type="button" onClick={locate}>
          Standort
        </button>
        <button type="button" onClick={() => choosePlace(altona)}>
          Altona
        </button>
        <button type="button" onClick={() => chooseArea(munich)}>
          Ausschnitt
        </button>
      </>
    );
  };

  const show = (options: ScenarioShellOptions = {}, placeId?: string) =>
    renderWithShell(<Probe placeId={placeId} />, options);

  beforeEach(() => {
    localStorage.clear();
    setBrowser('prompt', refused(1));
  });

  it('names Hamburg where nothing else is known', async () => {
    show();
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
  });

  it('takes a position that is granted, and knows it on the next visit by its town', async () => {
    setBrowser('granted', found);
    const { unmount } = show();
    expect(await screen.findByText('Mittag rund um deinen Standort')).toBeInTheDocument();
    unmount();
    setBrowser('prompt', refused(1));
    show({ answers: [answer(geocode, aGeocodeAnswer())] });
    expect(await screen.findByText('Mittag rund um Hamburg')).toBeInTheDocument();
  });

  it('asks for the position on a tap', async () => {
    setBrowser('prompt', found);
    const { user, shell } = show();
    await screen.findByText('Mittag ab Hamburg-Mitte');
    await user.click(screen.getByRole('button', { name: 'Standort' }));
    expect(await screen.findByText('Mittag rund um deinen Standort')).toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([]);
  });

  it.each([
    [1, /gibt den Standort nicht frei/],
    [2, /kennt seinen Standort gerade nicht/],
    [3, /gerade nicht zu finden/],
  ])('says in German why there is no position: code %i', async (code, words) => {
    setBrowser('prompt', refused(code));
    const { user, shell } = show();
    await screen.findByText('Mittag ab Hamburg-Mitte');
    await user.click(screen.getByRole('button', { name: 'Standort' }));
    expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(words), tone: 'error' }]);
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
  });

  it('names a chosen place, on the next visit too', async () => {
    const { user, unmount } = show();
    await user.click(screen.getByRole('button', { name: 'Altona' }));
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
    unmount();
    show();
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
  });

  it('names a point of the map after its town, and itself until that is known', async () => {
    const { user, unmount } = show({ answers: [hang(geocode)] });
    await user.click(screen.getByRole('button', { name: 'Ausschnitt' }));
    expect(await screen.findByText('Mittag rund um diesen Kartenausschnitt')).toBeInTheDocument();
    unmount();
    const { user: later } = show({ answers: [answer(geocode, aGeocodeAnswer())] });
    await later.click(screen.getByRole('button', { name: 'Ausschnitt' }));
    expect(await screen.findByText('Mittag rund um Hamburg')).toBeInTheDocument();
  });

  it('R01 names the place of the path; an unknown one leads to Hamburg and says so', async () => {
    const { unmount } = show({ answers: [answer(getPlace, altona)] }, 'altona');
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
    unmount();
    const { shell } = show({ answers: [refuse(getPlace, 'notFound')] }, 'nirgends');
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([
      { text: expect.stringMatching(/^Diesen Ort kennen wir nicht/), tone: 'error' },
    ]);
  });
});
