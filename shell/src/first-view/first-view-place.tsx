import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';

/** Shows what the gateway drew, moved to where the shell draws: the elements stay the same, so that nothing blinks. */
export const PrerenderPlace = ({ view }: { readonly view: HTMLElement }) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.append(view), [view]);
  return <Place ref={ref} />;
};

const Place = styled.div`
  display: contents;
`;
