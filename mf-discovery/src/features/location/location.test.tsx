import { err, geocode, getPlace, ok } from '@mahlzeit/contract';
import type { Place, Result } from '@mahlzeit/contract';
import { aGeocodeAnswer, aPlace } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { fallbackPlace, chosenPlaceOf, createUnnamedPlace } from './chosen-place';
import type { ChosenPlace } from './chosen-place';
import {
  areaNameOf,
  createLocationActions,
  placeLabelsOf,
  selectIsLocating,
  selectPlace,
  useChooseArea,
  useChoosePlace,
  useLocateUser,
  usePlace,
  usePlaceName,
} from './location';
import type { Geolocator } from './location';

describe('the place of the list', () => {
  const arcisstrasseCoordinate = { latitude: 48.14742, longitude: 11.56722 };
  const storedPlace = createUnnamedPlace('last', { latitude: 53.5, longitude: 10 });
  const altonaPlace = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });

  const createGeolocator = (overrides: Partial<Geolocator> = {}): Geolocator => ({
    isGranted: async () => true,
    locateUser: async () => ok(arcisstrasseCoordinate),
    ...overrides,
  });

  interface LocationSetup {
    readonly geolocation?: Geolocator;
    readonly lastPlace?: ChosenPlace | null;
    readonly visitResult?: Result<Place, { readonly code: string }>;
  }

  const setUpLocation = ({
    geolocation = createGeolocator(),
    lastPlace = null,
    visitResult = ok(altonaPlace),
  }: LocationSetup = {}) => {
    const { store } = fakeShell();
    const writtenPlaces: ChosenPlace[] = [];
    const loadPlace = jest.fn(async (_placeId: string) => visitResult);
    const locationActions = createLocationActions({
      store,
      geolocation,
      loadPlace,
      lastPlace: { read: () => lastPlace, write: (place) => void writtenPlaces.push(place) },
    });
    return {
      actions: locationActions,
      written: writtenPlaces,
      loadPlace,
      place: () => selectPlace(store.getState()),
      isLocating: () => selectIsLocating(store.getState()),
    };
  };

  describe('at the start', () => {
    it('is the position when the permission is granted, and is stored for the next visit', async () => {
      const { actions, place, written } = setUpLocation({ lastPlace: storedPlace });
      await expect(actions.start()).resolves.toBeNull();
      expect(place()).toEqual(createUnnamedPlace('user', arcisstrasseCoordinate));
      expect(written).toEqual([createUnnamedPlace('user', arcisstrasseCoordinate)]);
    });

    it('is the last place without the permission, which isn’t asked for', async () => {
      const locateUser = jest.fn();
      const { actions, place } = setUpLocation({
        geolocation: createGeolocator({ isGranted: async () => false, locateUser }),
        lastPlace: storedPlace,
      });
      await expect(actions.start()).resolves.toBeNull();
      expect(place()).toEqual(storedPlace);
      expect(locateUser).not.toHaveBeenCalled();
    });

    it('is Hamburg when nothing was stored', async () => {
      const { actions, place } = setUpLocation({ geolocation: createGeolocator({ isGranted: async () => false }) });
      await actions.start();
      expect(place()).toEqual(fallbackPlace);
    });

    it('is found although a permitted position fails, with the reason', async () => {
      const { actions, place } = setUpLocation({
        geolocation: createGeolocator({ locateUser: async () => err('timeout') }),
        lastPlace: storedPlace,
      });
      await expect(actions.start()).resolves.toBe('timeout');
      expect(place()).toEqual(storedPlace);
    });

    it('is determined once for all callers', async () => {
      const locateUser = jest.fn(createGeolocator().locateUser);
      const { actions } = setUpLocation({ geolocation: createGeolocator({ locateUser }) });
      await Promise.all([actions.start(), actions.start()]);
      expect(locateUser).toHaveBeenCalledTimes(1);
    });
  });

  describe('after a tap', () => {
    it('stays when the position is refused', async () => {
      const { actions, place, isLocating } = setUpLocation({
        geolocation: createGeolocator({ isGranted: async () => false, locateUser: async () => err('denied') }),
        lastPlace: storedPlace,
      });
      await actions.start();
      await expect(actions.locate()).resolves.toBe('denied');
      expect(place()).toEqual(storedPlace);
      expect(isLocating()).toBe(false);
    });

    it('is requested once while a request is running', async () => {
      const locateUser = jest.fn(createGeolocator().locateUser);
      const { actions, isLocating } = setUpLocation({ geolocation: createGeolocator({ locateUser }) });
      const firstLocate = actions.locate();
      expect(isLocating()).toBe(true);
      await Promise.all([firstLocate, actions.locate()]);
      expect(locateUser).toHaveBeenCalledTimes(1);
    });

    it('stays when the user chooses it during a request', async () => {
      const { actions, place } = setUpLocation();
      const locatePromise = actions.locate();
      actions.choosePlace(altonaPlace);
      await locatePromise;
      expect(place()).toEqual(chosenPlaceOf(altonaPlace));
    });
  });

  describe('after a choice', () => {
    it('has its name and is stored', () => {
      const { actions, place, written } = setUpLocation();
      actions.choosePlace(altonaPlace);
      expect(place()).toEqual(chosenPlaceOf(altonaPlace));
      expect(written).toEqual([chosenPlaceOf(altonaPlace)]);
    });

    it('is a point of the map and is stored', () => {
      const { actions, place, written } = setUpLocation();
      actions.chooseArea(arcisstrasseCoordinate);
      expect(place()).toEqual(createUnnamedPlace('area', arcisstrasseCoordinate));
      expect(written).toHaveLength(1);
    });
  });

  describe('from the path', () => {
    it('has the id of the path, not the one of the last visit', async () => {
      const { actions, place, written } = setUpLocation({ lastPlace: storedPlace });
      await expect(actions.visit('altona')).resolves.toBeNull();
      await actions.start();
      expect(place()).toEqual(chosenPlaceOf(altonaPlace));
      expect(written).toEqual([chosenPlaceOf(altonaPlace)]);
    });

    it('stays when a position arrives later', async () => {
      const { actions, place } = setUpLocation();
      const startPromise = actions.start();
      await actions.visit('altona');
      await startPromise;
      expect(place()).toEqual(chosenPlaceOf(altonaPlace));
    });

    it('R01 stays when it arrives before the permission check ends', async () => {
      let resolvePermission = (_isGranted: boolean): void => undefined;
      const askPermission = (): Promise<boolean> => new Promise((resolve) => (resolvePermission = resolve));
      const { actions, place } = setUpLocation({
        geolocation: createGeolocator({ isGranted: askPermission }),
        visitResult: err({ code: 'notFound' }),
      });
      const startPromise = actions.start();
      await actions.visit('nirgends');
      resolvePermission(true);
      await startPromise;
      expect(place()).toEqual(fallbackPlace);
    });

    it.each([
      ['unknown', 'notFound'],
      ['unreachable', 'offline'],
    ])('R01 falls back to Hamburg when the place is %s', async (placeError, errorCode) => {
      const { actions, place } = setUpLocation({ lastPlace: storedPlace, visitResult: err({ code: errorCode }) });
      await expect(actions.visit('nirgends')).resolves.toBe(placeError);
      expect(place()).toEqual(fallbackPlace);
    });

    it('stays as chosen when the same path is visited again', async () => {
      const { actions, place, loadPlace } = setUpLocation();
      await actions.visit('altona');
      actions.chooseArea(arcisstrasseCoordinate);
      await actions.visit('altona');
      expect(place()).toEqual(createUnnamedPlace('area', arcisstrasseCoordinate));
      expect(loadPlace).toHaveBeenCalledTimes(1);
    });
  });
});

describe('the labels of a place', () => {
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
  ] as const)('are %s', (_case, place, areaName, expectedText) => {
    expect(placeLabelsOf(place, areaName)).toEqual(expectedText);
  });

  it('contain the smallest part of an address', () => {
    expect(areaNameOf(aGeocodeAnswer())).toBe('Hamburg');
    expect(areaNameOf({ status: 'ZERO_RESULTS', results: [] })).toBeNull();
    expect(areaNameOf(undefined)).toBeNull();
  });
});

describe('the visible place', () => {
  const altonaPlace = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });
  const munichCoordinate = { latitude: 48.14742, longitude: 11.56722 };

  type PositionApi = Pick<Geolocation, 'getCurrentPosition'>;

  const mockBrowserGeolocation = (
    permissionState: string,
    getCurrentPosition: PositionApi['getCurrentPosition'],
  ): void => {
    Object.defineProperty(navigator, 'permissions', {
      configurable: true,
      value: { query: async () => ({ state: permissionState }) },
    });
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  };

  const reportMunichPosition: PositionApi['getCurrentPosition'] = (onSuccess) => {
    const coords = {
      ...munichCoordinate,
      accuracy: 20,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
      toJSON: () => ({}),
    };
    onSuccess({ coords, timestamp: 0, toJSON: () => ({}) });
  };
  const createPositionRefusal =
    (errorCode: number): PositionApi['getCurrentPosition'] =>
    (_onSuccess, onFailure) =>
      onFailure?.({ code: errorCode, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });

  const LocationProbe = ({ placeId }: { readonly placeId?: string }) => {
    usePlace(placeId);
    const placeLabelsOfProbe = usePlaceName();
    const { locate } = useLocateUser();
    const choosePlace = useChoosePlace();
    const chooseArea = useChooseArea();
    return (
      <>
        <p>{placeLabelsOfProbe === null ? 'sucht' : `${placeLabelsOfProbe.caption} ${placeLabelsOfProbe.around}`}</p>
        <button type="button" onClick={locate}>
          Standort
        </button>
        <button type="button" onClick={() => choosePlace(altonaPlace)}>
          Altona
        </button>
        <button type="button" onClick={() => chooseArea(munichCoordinate)}>
          Ausschnitt
        </button>
      </>
    );
  };

  const renderLocationProbe = (shellOptions: ScenarioShellOptions = {}, placeId?: string) =>
    renderWithShell(<LocationProbe placeId={placeId} />, shellOptions);

  beforeEach(() => {
    localStorage.clear();
    mockBrowserGeolocation('prompt', createPositionRefusal(1));
  });

  it('is Hamburg by default', async () => {
    renderLocationProbe();
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
  });

  it('is a permitted position, named by its town on the next visit', async () => {
    mockBrowserGeolocation('granted', reportMunichPosition);
    const { unmount } = renderLocationProbe();
    expect(await screen.findByText('Mittag rund um deinen Standort')).toBeInTheDocument();
    unmount();
    mockBrowserGeolocation('prompt', createPositionRefusal(1));
    renderLocationProbe({ answers: [answer(geocode, aGeocodeAnswer())] });
    expect(await screen.findByText('Mittag rund um Hamburg')).toBeInTheDocument();
  });

  it('is determined after a tap', async () => {
    mockBrowserGeolocation('prompt', reportMunichPosition);
    const { user, shell } = renderLocationProbe();
    await screen.findByText('Mittag ab Hamburg-Mitte');
    await user.click(screen.getByRole('button', { name: 'Standort' }));
    expect(await screen.findByText('Mittag rund um deinen Standort')).toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([]);
  });

  it.each([
    [1, /gibt den Standort nicht frei/],
    [2, /kennt seinen Standort gerade nicht/],
    [3, /gerade nicht zu finden/],
  ])('stays with a German message about the position: code %i', async (errorCode, expectedText) => {
    mockBrowserGeolocation('prompt', createPositionRefusal(errorCode));
    const { user, shell } = renderLocationProbe();
    await screen.findByText('Mittag ab Hamburg-Mitte');
    await user.click(screen.getByRole('button', { name: 'Standort' }));
    expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(expectedText), tone: 'error' }]);
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
  });

  it('is a chosen place by name, on the next visit too', async () => {
    const { user, unmount } = renderLocationProbe();
    await user.click(screen.getByRole('button', { name: 'Altona' }));
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
    unmount();
    renderLocationProbe();
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
  });

  it('is a point of the map by its town, and by a general label before', async () => {
    const { user, unmount } = renderLocationProbe({ answers: [neverRespond(geocode)] });
    await user.click(screen.getByRole('button', { name: 'Ausschnitt' }));
    expect(await screen.findByText('Mittag rund um diesen Kartenausschnitt')).toBeInTheDocument();
    unmount();
    const { user: laterUser } = renderLocationProbe({ answers: [answer(geocode, aGeocodeAnswer())] });
    await laterUser.click(screen.getByRole('button', { name: 'Ausschnitt' }));
    expect(await screen.findByText('Mittag rund um Hamburg')).toBeInTheDocument();
  });

  it('R01 is the place of the path by name; an unknown one becomes Hamburg, with a message', async () => {
    const { unmount } = renderLocationProbe({ answers: [answer(getPlace, altonaPlace)] }, 'altona');
    expect(await screen.findByText('Mittag rund um Altona')).toBeInTheDocument();
    unmount();
    const { shell } = renderLocationProbe({ answers: [refuse(getPlace, 'notFound')] }, 'nirgends');
    expect(await screen.findByText('Mittag ab Hamburg-Mitte')).toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([
      { text: expect.stringMatching(/^Diesen Ort kennen wir noch nicht/), tone: 'error' },
    ]);
  });
});
