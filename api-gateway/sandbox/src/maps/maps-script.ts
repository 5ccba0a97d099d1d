/**
 * Source text of the script that replaces Google Maps in browsers. It defines the classes of Google's Maps JavaScript
 * API that our pages use. The map shows a grid, so that nobody confuses it with Google's map. The script draws only
 * with DOM elements, because the Content-Security-Policy of our pages forbids everything else.
 */
const body = `
const TILE = 256;
const limit = (value, least, most) => Math.min(most, Math.max(least, value));

class LatLng {
  constructor(lat, lng) {
    this.lat = () => (typeof lat === 'object' ? lat.lat : lat);
    this.lng = () => (typeof lat === 'object' ? lat.lng : lng);
  }
}
const latLngOf = (value) => (value instanceof LatLng ? value : new LatLng(value));

const toWorld = (latLng, zoom) => {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((limit(latLng.lat(), -85.05, 85.05) * Math.PI) / 180);
  return { x: (latLng.lng() / 360 + 0.5) * world, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world };
};
const toLatLng = ({ x, y }, zoom) => {
  const world = TILE * 2 ** zoom;
  return new LatLng((Math.atan(Math.sinh((0.5 - y / world) * 2 * Math.PI)) * 180) / Math.PI, (x / world - 0.5) * 360);
};

const listeners = new WeakMap();
const event = {
  addListener(target, name, handler) {
    const entry = { name, handler };
    listeners.set(target, [...(listeners.get(target) ?? []), entry]);
    return { remove: () => listeners.set(target, (listeners.get(target) ?? []).filter((other) => other !== entry)) };
  },
  clearInstanceListeners: (target) => void listeners.delete(target),
  trigger: (target, name, ...values) => (listeners.get(target) ?? []).filter((entry) => entry.name === name).forEach(({ handler }) => handler(...values)),
};

const layer = (zIndex) => {
  const element = document.createElement('div');
  Object.assign(element.style, { position: 'absolute', left: '0', top: '0', width: '100%', height: '0', zIndex: String(zIndex) });
  return element;
};

class Map {
  constructor(box, { center, zoom, minZoom = 0, maxZoom = 22, disableDefaultUI = false }) {
    Object.assign(this, { box, zoom, minZoom, maxZoom, center: latLngOf(center), overlays: new Set() });
    this.panes = { mapPane: layer(100), overlayLayer: layer(101), overlayMouseTarget: layer(106), floatPane: layer(107) };
    this.grid = document.createElement('div');
    Object.assign(this.grid.style, { position: 'absolute', inset: '0', backgroundColor: '#e8eaed', backgroundImage: 'linear-gradient(#dadce0 2px, transparent 2px), linear-gradient(90deg, #dadce0 2px, transparent 2px)', backgroundSize: '64px 64px' });
    this.logo = document.createElement('span');
    this.logo.textContent = LOGO;
    Object.assign(this.logo.style, { position: 'absolute', left: '4px', bottom: '2px', zIndex: '1000', font: '500 13px sans-serif', color: '#5f6368' });
    Object.assign(box.style, { overflow: 'hidden', touchAction: 'none' });
    box.append(this.grid, ...Object.values(this.panes), this.logo);
    box.dataset.standIn = disableDefaultUI ? 'bare' : 'full';
    this.#watch();
    this.#change();
    CHECK_KEY();
  }
  getDiv() { return this.box; }
  getCenter() { return this.center; }
  getZoom() { return this.zoom; }
  setCenter(center) { this.moveCamera({ center }); }
  panTo(center) { this.moveCamera({ center }); }
  setZoom(zoom) { this.moveCamera({ zoom }); }
  moveCamera({ center = this.center, zoom = this.zoom }) {
    this.center = latLngOf(center);
    this.zoom = limit(zoom, this.minZoom, this.maxZoom);
    this.#change();
  }
  addListener(name, handler) { return event.addListener(this, name, handler); }
  toBox(latLng) {
    const [at, middle] = [toWorld(latLngOf(latLng), this.zoom), toWorld(this.center, this.zoom)];
    return { x: at.x - middle.x + this.box.clientWidth / 2, y: at.y - middle.y + this.box.clientHeight / 2 };
  }
  #change() {
    const { x, y } = toWorld(this.center, this.zoom);
    this.grid.style.backgroundPosition = -(x - this.box.clientWidth / 2) % 64 + 'px ' + -(y - this.box.clientHeight / 2) % 64 + 'px';
    for (const overlay of this.overlays) overlay.draw();
    event.trigger(this, 'bounds_changed');
    clearTimeout(this.resting);
    this.resting = setTimeout(() => event.trigger(this, 'idle'), 0);
  }
  #watch() {
    let from = null;
    let isDragged = false;
    this.box.addEventListener('pointerdown', ({ clientX, clientY }) => {
      from = { clientX, clientY, middle: toWorld(this.center, this.zoom) };
      isDragged = false;
    });
    this.box.addEventListener('pointermove', ({ clientX, clientY, buttons }) => {
      if (from === null || buttons === 0) return;
      const [x, y] = [clientX - from.clientX, clientY - from.clientY];
      isDragged ||= Math.hypot(x, y) > 4;
      if (isDragged) this.setCenter(toLatLng({ x: from.middle.x - x, y: from.middle.y - y }, this.zoom));
    });
    this.box.addEventListener('pointerup', () => { from = null; });
    this.box.addEventListener('wheel', (wheel) => {
      wheel.preventDefault();
      this.setZoom(this.zoom - Math.sign(wheel.deltaY));
    }, { passive: false });
    this.box.addEventListener('click', (click) => {
      if (!isDragged) event.trigger(this, 'click', { domEvent: click, stop() {} });
    });
    new ResizeObserver(() => this.#change()).observe(this.box);
  }
}

class OverlayView {
  static preventMapHitsAndGesturesFrom(element) {
    for (const name of ['pointerdown', 'click', 'wheel']) element.addEventListener(name, (stopped) => stopped.stopPropagation());
  }
  static preventMapHitsFrom(element) {
    element.addEventListener('click', (stopped) => stopped.stopPropagation());
  }
  onAdd() {}
  draw() {}
  onRemove() {}
  getMap() { return this.map ?? null; }
  getPanes() { return this.map?.panes ?? null; }
  getProjection() {
    const { map } = this;
    return map === undefined || map === null ? null : { fromLatLngToDivPixel: (latLng) => map.toBox(latLng), fromLatLngToContainerPixel: (latLng) => map.toBox(latLng) };
  }
  setMap(map) {
    if (this.map) {
      this.map.overlays.delete(this);
      this.onRemove();
    }
    this.map = map;
    if (!map) return;
    map.overlays.add(this);
    // Adds the map's elements a little later, as Google's script does.
    queueMicrotask(() => {
      if (this.map !== map) return;
      this.onAdd();
      this.draw();
    });
  }
}

window.google = { maps: { Map, LatLng, OverlayView, event } };
`;

interface MapsScriptOptions {
  /** Name of the page's global function that the script calls when it is ready. */
  readonly callback: string;
  readonly isKeyValid: boolean;
  /** Text that the map shows in place of Google's logo. */
  readonly logo: string;
}

/**
 * Returns the map script for one page. With an invalid API key, the script calls `gm_authFailure` after the first map
 * is created, as Google's script does.
 */
export const mapsScript = ({ callback, isKeyValid, logo }: MapsScriptOptions): string => `(() => {
'use strict';
const LOGO = ${JSON.stringify(logo)};
const CHECK_KEY = () => ${isKeyValid ? 'undefined' : 'void setTimeout(() => window.gm_authFailure?.(), 0)'};
${body}
window[${JSON.stringify(callback)}]?.();
})();
`;
