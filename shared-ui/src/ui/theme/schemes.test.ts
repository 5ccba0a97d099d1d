import type { Scheme, SchemeColorName } from './schemes';
import { darkScheme, declarationsOf, lightScheme } from './schemes';
import { tokens } from './tokens';

const linearChannel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((startIndex) =>
    linearChannel(parseInt(hex.slice(startIndex, startIndex + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrastRatio = (scheme: Scheme, firstColorName: SchemeColorName, secondColorName: SchemeColorName): number => {
  const [brighterLuminance = 0, darkerLuminance = 0] = [
    luminance(scheme[firstColorName]),
    luminance(scheme[secondColorName]),
  ].sort((a, b) => b - a);
  return (brighterLuminance + 0.05) / (darkerLuminance + 0.05);
};

const TEXT_COLOR_PAIRS: readonly (readonly [SchemeColorName, SchemeColorName])[] = [
  ['ink', 'bg'],
  ['ink2', 'bg'],
  ['ink2', 'surface'],
  ['ink2', 'sunken'],
  ['ink3', 'bg'],
  ['ink3', 'surface'],
  ['ink3', 'sunken'],
  ['ink', 'hover'],
  ['ink2', 'hover'],
  ['onPlum', 'plum'],
  ['onPlum', 'plumPress'],
  ['plumText', 'bg'],
  ['plumText', 'surface'],
  ['plumText', 'errTint'],
  ['plumText', 'infoTint'],
  ['onPlumTint', 'plumTint'],
  ['onApricotTint', 'apricotTint'],
  ['onButter', 'butter'],
  ['ink', 'butterTint'],
  ['ok', 'bg'],
  ['ok', 'surface'],
  ['onOkTint', 'okTint'],
  ['warn', 'bg'],
  ['onWarnTint', 'warnTint'],
  ['err', 'bg'],
  ['err', 'surface'],
  ['onErr', 'err'],
  ['onErrTint', 'errTint'],
  ['onInfoTint', 'infoTint'],
  ['onInverse', 'inverse'],
  ['inverseAccent', 'inverse'],
  ['pinInk', 'pin'],
  ['pinOffInk', 'pinOff'],
  ['mapLabel', 'mapLand'],
  ['mapParkLabel', 'mapPark'],
  ['mapWaterLabel', 'mapWater'],
];

const SHAPE_COLOR_PAIRS: readonly (readonly [SchemeColorName, SchemeColorName])[] = [
  ['lineStrong', 'bg'],
  ['lineStrong', 'surface'],
  ['plum', 'bg'],
  ['starLine', 'bg'],
];

describe.each([
  ['light', lightScheme],
  ['dark', darkScheme],
])('the %s scheme', (_name, scheme) => {
  it.each(TEXT_COLOR_PAIRS)('has enough contrast for %s on %s', (textColorName, groundColorName) => {
    expect(contrastRatio(scheme, textColorName, groundColorName)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SHAPE_COLOR_PAIRS)('distinguishes %s from %s', (shapeColorName, groundColorName) => {
    expect(contrastRatio(scheme, shapeColorName, groundColorName)).toBeGreaterThanOrEqual(3);
  });

  it('declares every custom property that the tokens refer to', () => {
    const declarations = declarationsOf(scheme);
    const missingColors = Object.values(tokens.color).filter(
      (reference) => !declarations.includes(`${reference.slice('var('.length, -1)}:`),
    );
    expect(missingColors).toEqual([]);
  });
});
