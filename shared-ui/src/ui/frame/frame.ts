import styled from 'styled-components';
import { media, tokens } from '../theme';

/** The app's outermost box: on phones the page scrolls, except over the map; in the wide frame only panes do. */
export const AppFrame = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  ${media.below701} {
    &:has([data-view='map']) { height: 100dvh; overflow: hidden; }
  }
  ${media.from701} { height: 100dvh; overflow: hidden; }
`;

/** The main landmark; gives its whole height to the screen in it. Wrappers in between need `display: contents`. */
export const MainRegion = styled.main`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
  &:focus { outline: none; }
`;

/** List and map. On phones one at a time by `data-view`, beside each other where both have room. */
export const ListMapSplit = styled.div<{ readonly 'data-view': 'list' | 'map' }>`
  display: flex;
  flex: 1;
  min-height: 0;
  ${media.from701} {
    display: grid;
    grid-template-columns: max(33.333%, 340px) minmax(0, 1fr);
  }
  ${media.from1200} { grid-template-columns: 33.333% 66.667%; }
`;

/** The list's half; leaves room for the floating view switch. */
export const ListPane = styled.div`
  flex: 1;
  min-width: 0;
  padding: 4px 16px 112px;
  [data-view='map'] > & { display: none; }
  ${media.from701} {
    overflow: auto;
    padding: 4px 20px 32px;
    scrollbar-width: thin;
    scrollbar-color: ${tokens.color.lineStrong} transparent;
    [data-view='map'] > & { display: block; }
  }
`;

/** The map's half. */
export const MapPane = styled.section`
  position: relative;
  flex: 1;
  min-width: 0;
  isolation: isolate;
  overflow: hidden;
  background: ${tokens.color.mapLand};
  [data-view='list'] > & { display: none; }
  ${media.from701} {
    margin: 0 12px 12px 0;
    border-radius: ${tokens.radius.card};
    [data-view='list'] > & { display: block; }
  }
`;
