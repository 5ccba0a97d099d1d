import type { ReactNode } from 'react';

/** Restaurant name that is too long for every column. */
export const LONG_NAME = 'Wirtschaft zum Goldenen Schlossbräukeller an der Donaudampfschifffahrtsgesellschaft';

/** Name of a dish that needs three lines. */
export const LONG_DISH_NAME = 'Hausgemachte Rindfleischroulade mit Apfelrotkohl, Kartoffelknödeln und Schwarzbierjus';

const SAMPLE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#7fb3c8"/><circle cx="46" cy="16" r="8" fill="#ffe7a8"/><path d="M0 64 22 30l14 20 8-10 20 24Z" fill="#3f6b4a"/></svg>';

/** Drawing that stories use instead of a photo. */
export const SAMPLE_PICTURE = `data:image/svg+xml,${encodeURIComponent(SAMPLE_SVG)}`;

/** Picture that the browser can't decode, for the state after a failed load. */
export const BROKEN_PICTURE = 'data:image/png;base64,AAAA';

/** Video that the browser can't play, so that its poster stays visible. */
export const BROKEN_VIDEO = 'data:video/mp4;base64,AAAA';

/** Callback for buttons in a story that doesn't show the result of a press. */
export const doNothing = (): void => undefined;

// The types below replace Storybook's own ones: those include the types of Node, which would change the return type of
// `setTimeout` in the browser's code.

interface StoryParameters {
  /** True for a story that fills the whole page and needs no padding. */
  readonly isBare?: boolean;
}

/** Kind of input for one prop of a component in Storybook's controls panel. */
interface StoryArgControl {
  readonly control: string | { readonly type: 'range'; readonly min: number; readonly max: number };
  readonly options?: readonly string[];
}

/** Default export of a `.stories.tsx` file, in the form that Storybook reads. */
export interface StoriesMeta {
  /** Group and name of the component in the sidebar, for example `Controls/Button`. */
  readonly title: string;
  readonly parameters?: StoryParameters;
}

/** Story that renders all variants of a component, without inputs for its props. */
export interface Story {
  readonly render: () => ReactNode;
  readonly parameters?: StoryParameters;
  /** Initial settings of Storybook's toolbar. */
  readonly globals?: { readonly viewport: { readonly value: 'phone' | 'tablet' | 'desktop' } };
}

/** Story of a component whose props can be changed in Storybook's controls panel. */
export interface Playground<Props> {
  readonly render: (args: Props) => ReactNode;
  readonly args: Props;
  readonly argTypes?: Readonly<Partial<Record<keyof Props, StoryArgControl>>>;
}
