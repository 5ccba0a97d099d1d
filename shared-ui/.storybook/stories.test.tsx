import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@testing-library/jest-dom';
import { act, cleanup, isInaccessible, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createElement } from 'react';
import { StoryFrame } from './story-frame';

const uiFolder = join(__dirname, '../src/ui');
const storyFiles = readdirSync(uiFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.stories.tsx'))
  .sort();

type StoryView = ComponentType<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isStoryView = (value: unknown): value is StoryView =>
  typeof value === 'function' || (isRecord(value) && '$$typeof' in value);

const loadModule = async (file: string): Promise<Record<string, unknown>> => {
  const loadedModule: unknown = await import(file);
  if (!isRecord(loadedModule)) throw new TypeError(`${file} exports nothing`);
  return loadedModule;
};

const renderStory = ({ render: storyView, args }: Record<string, unknown>): void => {
  if (!isStoryView(storyView)) throw new TypeError('a story has no render function');
  render(<StoryFrame scheme="light">{createElement(storyView, isRecord(args) ? args : {})}</StoryFrame>);
  // Placeholders (skeletons) appear only after a short delay, so the test advances the time.
  act(() => jest.advanceTimersByTime(200));
};

const NAMED_ELEMENTS_SELECTOR =
  'button, a[href], input:not([type="hidden"]), select, textarea, [role="dialog"], [role="alertdialog"], [role="tablist"], section[aria-label]';

const expectAccessibleNames = (): void => {
  for (const element of document.body.querySelectorAll(NAMED_ELEMENTS_SELECTOR))
    if (!isInaccessible(element)) expect(element).toHaveAccessibleName();
  for (const image of document.body.querySelectorAll('img')) expect(image).toHaveAttribute('alt');
};

const expectValidPage = (): void => {
  const elementIds = [...document.body.querySelectorAll('[id]')].map(({ id }) => id);
  expect(elementIds.filter((elementId, index) => elementIds.indexOf(elementId) !== index)).toEqual([]);
  expect(document.body.textContent).not.toMatch(/undefined|NaN|\[object/);
  expect(document.body.querySelector('svg, p, h1, h2, h3, span, div [class]')).not.toBeNull();
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it.each(storyFiles)('%s shows each of its stories, with a name for all that can be pressed', async (file) => {
  const { default: storyMeta, ...stories } = await loadModule(join(uiFolder, file));
  if (!isRecord(storyMeta)) throw new TypeError(`${file} has no default export`);
  expect(storyMeta['title']).toMatch(/^(Foundations|Controls|Inputs|Content|States|Frame|Overlays)\/[A-Z]/);
  for (const story of Object.values(stories)) {
    if (!isRecord(story)) throw new TypeError(`${file} exports something that is no story`);
    renderStory(story);
    expectValidPage();
    expectAccessibleNames();
    cleanup();
  }
});

const componentFolders = readdirSync(uiFolder, { withFileTypes: true })
  .filter((folderEntry) => folderEntry.isDirectory() && existsSync(join(uiFolder, folderEntry.name, 'index.ts')))
  .map(({ name }) => name);
const storySources = [...storyFiles.map((file) => join(uiFolder, file)), join(__dirname, 'story-frame.tsx')]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it.each(componentFolders)('the components of %s are shown in a story', async (folder) => {
  const entryModule = await loadModule(join(uiFolder, folder, 'index.ts'));
  const componentNames = Object.keys(entryModule).filter(
    (name) => /^[A-Z][a-z]/.test(name) && isStoryView(entryModule[name]),
  );
  expect(componentNames.filter((name) => !new RegExp(`<${name}\\b`).test(storySources))).toEqual([]);
});
