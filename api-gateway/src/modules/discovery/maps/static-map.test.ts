import { drawStaticMap } from './static-map';

describe('drawStaticMap', () => {
  const hamburgCenter = { latitude: 53.55, longitude: 9.99 };
  const drawMapAt = (mapCenter: { latitude: number; longitude: number }, colourScheme: 'light' | 'dark' = 'light') =>
    drawStaticMap({ center: mapCenter, zoom: 15, width: 1200, height: 600, scale: 2, scheme: colourScheme });

  const basemapTransformOf = (mapSvg: string): number[] =>
    (/translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)" stroke-linecap/.exec(mapSvg) ?? []).slice(1).map(Number);

  it('holds nothing from elsewhere, and no text, for which there is no font', () => {
    expect(drawMapAt(hamburgCenter)).not.toMatch(/<text|<image|href|font/);
  });

  it('draws the basemap of Hamburg with its origin where it lies', () => {
    const [offsetLeft, offsetTop, basemapScale = NaN] = basemapTransformOf(drawMapAt(hamburgCenter));
    expect([offsetLeft, offsetTop]).toEqual([300, 150]);
    // Scale of the basemap: at zoom 15 in Hamburg, a metre is 0.35 px.
    expect(basemapScale).toBeCloseTo(0.353, 3);
  });

  it('moves the basemap against the place: a hundredth of a degree further east it lies 233 px further west', () => {
    const [basemapLeft = NaN, basemapTop] = basemapTransformOf(drawMapAt({ ...hamburgCenter, longitude: 10 }));
    expect(basemapLeft).toBeCloseTo(300 - (0.01 / 360) * 256 * 2 ** 15, 1);
    expect(basemapTop).toBe(150);
  });

  it('draws a neutral grid outside of the basemap', () => {
    const mapSvg = drawMapAt({ latitude: 48.14742, longitude: 11.56722 });
    expect(basemapTransformOf(mapSvg)).toEqual([]);
    expect(mapSvg).toContain('fill="#F5F0EA"');
    expect(mapSvg).toMatch(/<path d="M[\d.]+ 0V300/);
  });

  it.each([hamburgCenter, { latitude: 48.14742, longitude: 11.56722 }])(
    'is dark for who prefers it: %j',
    (mapCenter) => {
      const mapSvg = drawMapAt(mapCenter, 'dark');
      expect(mapSvg).toContain('fill="#221A1E"');
      expect(mapSvg).not.toMatch(/#(F5F0EA|EEE7DF|BFDFEE|FFF1CC)/);
    },
  );
});
