import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import { startPlaceOf } from './start-place';

it.each([
  [undefined, fallbackCoordinate],
  ['', fallbackCoordinate],
  ['other=1', fallbackCoordinate],
  ['other=1; mahlzeit_start=48.14742,11.56722', { latitude: 48.14742, longitude: 11.56722 }],
  ['mahlzeit_start=-33.5,-70', { latitude: -33.5, longitude: -70 }],
  ['mahlzeit_start=53.55,9.99; mahlzeit_narrowed=1', null],
  ['mahlzeit_start=somewhere', null],
  ['mahlzeit_start=', null],
  ['mahlzeit_start=91,0', null],
  ['mahlzeit_start=1e1,0', null],
  ['mahlzeit_start=53.55,9.99,1', null],
  ['mahlzeit_start=NaN,NaN', null],
])('%s begins at %j', (cookies, place) => expect(startPlaceOf(cookies)).toEqual(place));
