import { drawStaticMap } from './static-map';

describe('drawStaticMap', () => {
  const hamburgCenter = { latitude: 53.55, longitude: 9.99 };
  const drawMapAt = (center: { latitude: number; longitude: number }, scheme: 'light' | 'dark' = 'light') =>
    drawStaticMap({ center, zoom: 15, width: 1200, height: 600, scale: 2, scheme });

  const basemapTransformOf = (svg: string): number[] =>
    (/translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)" stroke-linecap/.exec(svg) ?? []).slice(1).map(Number);

  it('holds nothing from elsewhere, and no text, for which there is no font', () => {
    expect(drawMapAt(hamburgCenter)).not.toMatch(/<text|<image|href|font/);
  });

  it('draws the basemap of Hamburg with its origin where it lies', () => {
    const [offsetLeft, offsetTop, scale = NaN] = basemapTransformOf(drawMapAt(hamburgCenter));
    expect([offsetLeft, offsetTop]).toEqual([300, 150]);
    // At zoom 15 in Hamburg, a metre is 0.35 px.
    expect(scale).toBeCloseTo(0.353, 3);
  });

  it('moves the basemap against the place: a hundredth of a degree further east it lies 233 px further west', () => {
    const [left = NaN, top] = basemapTransformOf(drawMapAt({ ...hamburgCenter, longitude: 10 }));
    expect(left).toBeCloseTo(300 - (0.01 / 360) * 256 * 2 ** 15, 1);
    expect(top).toBe(150);
  });

  it('draws a neutral grid outside of the basemap', () => {
    const svg = drawMapAt({ latitude: 48.14742, longitude: 11.56722 });
    expect(basemapTransformOf(svg)).toEqual([]);
    expect(svg).toContain('fill="#F5F0EA"');
    expect(svg).toMatch(/<path d="M[\d.]+ 0V300/);
  });

  it.each([hamburgCenter, { latitude: 48.14742, longitude: 11.56722 }])('is dark for who prefers it: %j', (center) => {
    const svg = drawMapAt(center, 'dark');
    expect(svg).toContain('fill="#221A1E"');
    expect(svg).not.toMatch(/#(F5F0EA|EEE7DF|BFDFEE|FFF1CC)/);
  });
});
