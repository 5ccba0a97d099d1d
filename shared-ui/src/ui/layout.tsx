import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import styled, { css } from 'styled-components';
import { H2, H3, Small } from './text';
import { forcedColorsBorder, media, tokens, pageBelowLowSheet } from './theme/tokens';
import type { Space } from './theme/tokens';

interface GapProps {
  readonly $gap?: Space;
  readonly $align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
}

/** Box that stacks its children vertically, with a gap of the spacing scale. */
export const Stack = styled.div<GapProps>`
  display: flex;
  flex-direction: column;
  min-width: 0;
  gap: ${({ $gap = 12 }) => tokens.space[$gap]};
  align-items: ${({ $align = 'stretch' }) => $align};
`;

interface InlineProps extends GapProps {
  readonly $wrap?: boolean;
  readonly $justify?: 'start' | 'center' | 'end' | 'space-between';
}

/** Box that places its children side by side, with a gap of the spacing scale. */
export const Inline = styled.div<InlineProps>`
  display: flex;
  min-width: 0;
  gap: ${({ $gap = 8 }) => tokens.space[$gap]};
  align-items: ${({ $align = 'center' }) => $align};
  justify-content: ${({ $justify = 'start' }) => $justify};
  ${({ $wrap = false }) =>
    $wrap &&
    css`
      flex-wrap: wrap;
    `}
`;

/** Surface of a card on the page's background. */
export const Panel = styled.section<{ readonly $padded?: boolean }>`
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
  overflow: hidden;
  ${({ $padded = false }) =>
    $padded &&
    css`
      padding: 18px;
    `}
`;

/** Thin decorative line. */
export const Divider = styled.hr`
  width: 100%;
  margin: 0;
  border: 0;
  border-top: 1px solid ${tokens.color.line};
`;

/** Grid of cards below each other, separated by thin lines; two columns on a phone in landscape. */
export const CardGrid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  ${media.from600} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    grid-auto-flow: dense;
    column-gap: 24px;
  }
  ${media.from701} {
    grid-template-columns: minmax(0, 1fr);
    margin: 0 -12px;
  }
`;

interface SectionProps {
  readonly title: string;
  /** Element right of the title: „heute 11:30 bis 14:30“. */
  readonly headAside?: ReactNode;
  /** Level of the heading; default 2. */
  readonly level?: 2 | 3;
  /**
   * Whether the heading looks like one of level 3 whatever its level is, for a section beside headings of that look.
   */
  readonly isSmall?: boolean;
  /** Ref of the heading, for code that moves the focus to it. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** Section of a page with a heading; assistive technology lists it as a landmark with the heading's name. */
export const Section = ({ title, headAside, level = 2, isSmall = level === 3, titleRef, children }: SectionProps) => {
  const id = useId();
  const SectionTitle = isSmall ? H3 : H2;
  return (
    <section aria-labelledby={id}>
      <SectionHead>
        <SectionTitle as={level === 2 ? 'h2' : 'h3'} id={id} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
          {title}
        </SectionTitle>
        {headAside !== undefined && (
          <Small as="span" $tone="quiet">
            {headAside}
          </Small>
        )}
      </SectionHead>
      {children}
    </section>
  );
};

const SectionHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 2px 12px;
  margin-bottom: 4px;
`;

/** Content with the side margins of its sheet: 20 px on phones, 28 px in wide dialogs. */
export const Gutter = styled.div`
  padding-inline: var(--gutter, 20px);
`;

interface PageHeadProps {
  /** Tile that overlaps the picture above: a drawing or a logo. */
  readonly emblem?: ReactNode;
  /** Title and details of the page's subject, such as its opening state and actions. */
  readonly children: ReactNode;
}

/** Head of a page below its picture. */
export const PageHead = ({ emblem, children }: PageHeadProps) => (
  <PageHeadFrame $hasEmblem={emblem !== undefined}>
    {emblem !== undefined && <EmblemTile>{emblem}</EmblemTile>}
    {children}
  </PageHeadFrame>
);

const PageHeadFrame = styled.div<{ readonly $hasEmblem: boolean }>`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 3px;
  padding: ${({ $hasEmblem }) => ($hasEmblem ? '28px' : '18px')} var(--gutter, 20px) 0;
  ${media.from701} {
    padding-top: 30px;
  }
`;

const EmblemTile = styled.div`
  position: absolute;
  left: var(--gutter, 20px);
  top: -30px;
  display: grid;
  place-items: center;
  width: 52px;
  height: 52px;
  border-radius: ${tokens.radius.thumb};
  overflow: hidden;
  background: ${tokens.color.surface};
  box-shadow:
    0 0 0 4px ${tokens.color.bg},
    ${tokens.color.e1};
  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  ${media.from701} {
    top: -36px;
    width: 60px;
    height: 60px;
  }
`;

/**
 * Outermost box of the app. On phones the page scrolls, except in the map view. In a low window the map view scrolls as
 * well, because the bars would leave no space for the map. From 701 px on, only the list and the map scroll, not the
 * page.
 */
export const AppFrame = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  padding-bottom: var(--status-bar-height, 0px);
  ${media.below701} {
    &:has([data-view='map']) {
      height: 100dvh;
      overflow: hidden;
    }
    ${media.low} {
      &:has([data-view='map']) {
        height: auto;
        overflow: visible;
      }
    }
  }
  ${media.from701} {
    height: 100dvh;
    overflow: hidden;
  }
`;

/**
 * Main landmark of the page. It gives its full height to the screen inside. Wrappers between this element and the
 * screen need `display: contents`.
 */
export const MainRegion = styled.main`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
  &:focus {
    outline: none;
  }
`;

/** Area with list and map. Phones show one of them, chosen by `data-view`; from 701 px on, both are side by side. */
export const ListMapSplit = styled.div<{ readonly 'data-view': 'list' | 'map' }>`
  display: flex;
  flex: 1;
  min-height: 0;
  ${media.from701} {
    display: grid;
    grid-template-columns: max(33.333%, 340px) minmax(0, 1fr);
  }
  ${media.from1200} {
    grid-template-columns: 33.333% 66.667%;
  }
`;

interface ListPaneProps {
  readonly 'data-list-pane'?: '';
  /**
   * Whether the list is loading. Its placeholders then don't scroll, because they contain nothing that a keyboard could
   * reach.
   */
  readonly $isLoading?: boolean;
}

/**
 * Side with the list, beside the map. The padding at its end leaves space for the floating button that switches between
 * list and map, or for a low sheet.
 */
export const ListPane = styled.div.attrs<ListPaneProps>({ 'data-list-pane': '' })`
  flex: 1;
  min-width: 0;
  padding: 4px 16px 112px;
  [data-view='map'] > & {
    display: none;
  }
  ${pageBelowLowSheet} & {
    padding-bottom: 40dvh;
  }
  ${media.from701} {
    overflow: ${({ $isLoading }) => ($isLoading === true ? 'hidden' : 'auto')};
    padding: 4px 20px 32px;
    scrollbar-width: thin;
    scrollbar-color: ${tokens.color.lineStrong} transparent;
    [data-view='map'] > & {
      display: block;
    }
  }
`;

/** Side with the map, beside the list. */
export const MapPane = styled.section`
  position: relative;
  flex: 1;
  min-width: 0;
  isolation: isolate;
  overflow: hidden;
  background: ${tokens.color.mapLand};
  &:focus-visible {
    outline-offset: -3px;
  }
  ${media.below701} {
    ${media.low} {
      min-height: 100dvh;
    }
  }
  [data-view='list'] > & {
    display: none;
  }
  ${media.from701} {
    margin: 0 12px 12px 0;
    border-radius: ${tokens.radius.card};
    [data-view='list'] > & {
      display: block;
    }
  }
`;
