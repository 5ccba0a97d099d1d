import type { ReactNode } from 'react';

// Storybook's own types bring Node's along, which would change what `setTimeout` answers in the browser's code.

interface StoryParameters {
  /** The story fills the page by itself. */
  readonly isBare?: boolean;
}

/** How an argument is set in the controls panel. */
interface ArgControl {
  readonly control: string | { readonly type: 'range'; readonly min: number; readonly max: number };
  readonly options?: readonly string[];
}

/** Default export of a file of stories, as Storybook reads it. */
export interface Stories {
  /** Group and name: `Controls/Button`. */
  readonly title: string;
  readonly parameters?: StoryParameters;
}

/** One story that lays out its variants by itself. */
export interface Story {
  readonly render: () => ReactNode;
  readonly parameters?: StoryParameters;
  /** The toolbar's choices that this story begins with. */
  readonly globals?: { readonly viewport: { readonly value: 'phone' | 'tablet' | 'desktop' } };
}

/** One component whose props are set in the controls panel. */
export interface Playground<Props> {
  readonly render: (args: Props) => ReactNode;
  readonly args: Props;
  readonly argTypes?: Readonly<Partial<Record<keyof Props, ArgControl>>>;
}
