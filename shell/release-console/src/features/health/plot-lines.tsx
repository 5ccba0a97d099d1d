import styled from 'styled-components';
import { linesThrough } from './health-rules';
import type { PlotPoint } from './health-rules';

/** One line of a diagram: failure rates of consecutive periods, null for periods without visits. */
interface PlotLinesProps {
  readonly rates: readonly (number | null)[];
  /** Failure rate at the upper edge of the diagram. */
  readonly top: number;
  /** Colour of the diagram's line. */
  readonly color: string;
}

const VIEW_WIDTH = 100;
const VIEW_HEIGHT = 100;

const pathOf = (line: readonly PlotPoint[]): string => {
  const [first, ...others] = line.map(({ x, y }) => `${x * VIEW_WIDTH} ${(1 - y) * VIEW_HEIGHT}`);
  // A single point is a line of length zero, which is drawn as a dot because of its round ends.
  return `M${first}${others.length === 0 ? `L${first}` : others.map((point) => `L${point}`).join('')}`;
};

/** Lines of one release in a diagram. Must be rendered inside of `PlotArea`. */
export const PlotLines = ({ rates, top, color }: PlotLinesProps) => (
  <>
    {linesThrough(rates, top).map((line) => (
      <RateLine key={line[0]?.x} $isDot={line.length === 1} d={pathOf(line)} style={{ stroke: color }} />
    ))}
  </>
);

/** Drawing area of a diagram. It stretches to its box, while the lines keep their width. */
export const PlotArea = styled.svg.attrs({
  viewBox: `0 0 ${VIEW_WIDTH} ${VIEW_HEIGHT}`,
  preserveAspectRatio: 'none',
  'aria-hidden': true,
  focusable: false,
})`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: visible;
`;

const RateLine = styled.path<{ readonly $isDot: boolean }>`
  fill: none;
  stroke-width: ${({ $isDot }) => ($isDot ? 6 : 2)};
  stroke-linecap: round;
  stroke-linejoin: round;
  vector-effect: non-scaling-stroke;
`;
