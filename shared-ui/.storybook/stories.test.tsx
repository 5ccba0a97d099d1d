import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@testing-library/jest-dom';
import { act, cleanup, isInaccessible, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createElement } from 'react';
import { StoryFrame } from './story-frame';

const ui = join(__dirname, '../src/ui');
const storyFiles = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.stories.tsx'))
  .sort();

type View = ComponentType<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isView = (value: unknown): value is View =>
  typeof value === 'function' || (isRecord(value) && '$$typeof' in value);

const load = async (file: string): Promise<Record<string, unknown>> => {
  const loaded: unknown = await import(file);
  if (!isRecord(loaded)) throw new TypeError(`${file} exports nothing`);
  return loaded;
};

const show = ({ render: view, args }: Record<string, unknown>): void => {
  if (!isView(view)) throw new TypeError('a story has no render function');
  render(<StoryFrame scheme="light">{createElement(view, isRecord(args) ? args : {})}</StoryFrame>);
  // Skeletons appear only after a short delay.
  act(() => jest.advanceTimersByTime(200));
};

const NAMED =
  'button, a[href], input:not([type="hidden"]), select, textarea, [role="dialog"], [role="alertdialog"], [role="tablist"], section[aria-label]';

const expectNames = (): void => {
  for (const element of document.body.querySelectorAll(NAMED))
    if (!isInaccessible(element)) expect(element).toHaveAccessibleName();
  for (const image of document.body.querySelectorAll('img')) expect(image).toHaveAttribute('alt');
};

const expectSoundPage = (): void => {
  const ids = [...document.body.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(document.body.textContent).not.toMatch(/undefined|NaN|\[object/);
  expect(document.body.querySelector('svg, p, h1, h2, h3, span, div [class]')).not.toBeNull();
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it.each(storyFiles)('%s shows each of its stories, with a name for all that can be pressed', async (file) => {
  const { default: meta, ...stories } = await load(join(ui, file));
  if (!isRecord(meta)) throw new TypeError(`${file} has no default export`);
  expect(meta['title']).toMatch(/^(Foundations|Controls|Inputs|Content|States|Frame|Overlays)\/[A-Z]/);
  for (const story of Object.values(stories)) {
    if (!isRecord(story)) throw new TypeError(`${file} exports something that is no story`);
    show(story);
    expectSoundPage();
    expectNames();
    cleanup();
  }
});

const folders = readdirSync(ui, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(ui, entry.name, 'index.ts')))
  .map(({ name }) => name);
const shownIn = [...storyFiles.map((file) => join(ui, file)), join(__dirname, 'story-frame.tsx')]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it.each(folders)('the components of %s are shown in a story', async (folder) => {
  const door = await load(join(ui, folder, 'index.ts'));
  const components = Object.keys(door).filter((name) => /^[A-Z][a-z]/.test(name) && isView(door[name]));
  expect(components.filter((name) => !new RegExp(`<${name}\\b`).test(shownIn))).toEqual([]);
});
