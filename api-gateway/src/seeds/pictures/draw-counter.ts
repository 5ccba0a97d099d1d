import { drawIcon, clothDefs, lightGradientDefs, formatNumber, svgPicture, TABLE_TONES, type TableTone } from './brush';
import { DISH_DRAWINGS, drawPlate, type DishDrawing, type DrawnDish } from './dishes';
import { ROOM_STYLES, type RoomStyle, type RoomStyleName } from './draw-room';

/**
 * Parameters of the picture of a restaurant's counter with its display case: furnishing, colour palette, and the dish
 * whose ingredients fill the display case.
 */
export interface CounterPicture {
  readonly kind: 'counter';
  readonly style: RoomStyleName;
  readonly dish: DrawnDish;
  readonly tone: TableTone;
  readonly layout: number;
}

const tilePattern = (tone: TableTone, layout: number): string => {
  const { light, deep } = TABLE_TONES[tone];
  const [tileWidth, tileHeight] = layout % 2 === 0 ? [80, 40] : [64, 64];
  return `<pattern id="tiles" width="${tileWidth}" height="${tileHeight * 2}" patternUnits="userSpaceOnUse"><path d="M0 0H${tileWidth}V${tileHeight * 2}H0Z" fill="${deep}"/><rect x="2" y="2" width="${tileWidth - 4}" height="${tileHeight - 4}" rx="3" fill="${light}"/><rect x="${-tileWidth / 2 + 2}" y="${tileHeight + 2}" width="${tileWidth - 4}" height="${tileHeight - 4}" rx="3" fill="${light}"/><rect x="${tileWidth / 2 + 2}" y="${tileHeight + 2}" width="${tileWidth - 4}" height="${tileHeight - 4}" rx="3" fill="${light}"/></pattern>`;
};

const drawShelf = (
  shelfY: number,
  goodsNames: readonly string[],
  { from, width }: { readonly from: number; readonly width: number },
): string => {
  const goodsGap = width / 7;
  const goodsSvg = Array.from({ length: 7 }, (_, index) =>
    drawIcon(
      goodsNames[index % goodsNames.length] ?? 'jar',
      { x: from + goodsGap * (index + 0.5), y: shelfY - 46 },
      { size: 92 },
    ),
  );
  return `<rect x="${formatNumber(from - 20)}" y="${formatNumber(shelfY + 10)}" width="${formatNumber(width + 40)}" height="12" fill="#2A1710" opacity=".2"/><rect x="${formatNumber(from - 20)}" y="${formatNumber(shelfY)}" width="${formatNumber(width + 40)}" height="18" rx="4" fill="#8A5A36"/>${goodsSvg.join('')}`;
};

// Draws a blackboard. It is too far away for its text to be read, so the text is drawn as lines.
const drawBlackboard = (blackboardX: number, heroIcon: string): string => {
  const chalkLines = [0, 1, 2, 3]
    .map(
      (chalkRow) =>
        `M${blackboardX + 40} ${214 + chalkRow * 38}h${90 + ((chalkRow * 37) % 60)}M${blackboardX + 226} ${214 + chalkRow * 38}h34`,
    )
    .join('');
  return `<rect x="${blackboardX}" y="106" width="300" height="276" rx="8" fill="#8A5A36"/><rect x="${blackboardX + 14}" y="120" width="272" height="248" fill="#2F3B38"/>${drawIcon(heroIcon, { x: blackboardX + 150, y: 160 }, { size: 66 })}<path d="${chalkLines}" stroke="#F4EFE6" stroke-width="7" stroke-linecap="round" opacity=".85"/>`;
};

const drawDishDisplay = (dish: DishDrawing, strongColour: string): string => {
  const displayedIcons = [
    dish.icon,
    dish.extras[0],
    ...dish.items.slice(1),
    dish.extras[1],
    dish.loose[0],
    dish.loose[2],
  ];
  const drawDishRow = (y: number, rowOffset: number): string =>
    Array.from({ length: 5 }, (_, index) => {
      const x = 240 + index * 200;
      return `${drawPlate({ x, y: y + 26, r: 74 }, strongColour)}<g filter="url(#lift)">${drawIcon(displayedIcons[(index + rowOffset) % displayedIcons.length] ?? dish.icon, { x, y: y + 12 }, { size: 112 })}</g>`;
    }).join('');
  return `<rect x="110" y="396" width="1060" height="216" rx="12" fill="#FFF9F2"/><g><clipPath id="case"><rect x="110" y="396" width="1060" height="216" rx="12"/></clipPath><g clip-path="url(#case)">${drawDishRow(424, 0)}${drawDishRow(540, 3)}</g></g><rect x="110" y="396" width="1060" height="216" rx="12" fill="#CFE6EE" opacity=".18"/><path d="M180 404 120 604M330 404 220 608M980 404 900 608" stroke="#fff" stroke-width="22" opacity=".28"/><rect x="110" y="396" width="1060" height="216" rx="12" fill="none" stroke="#6B5C62" stroke-width="8"/>`;
};

const drawCounterFront = (strongColour: string): string =>
  `<path d="M60 606H1220V800H60Z" fill="${strongColour}"/>${Array.from({ length: 12 }, (_, index) => `<path d="M${84 + index * 96} 640h72v160h-72Z" fill="#fff" opacity=".1"/>`).join('')}<rect x="40" y="594" width="1200" height="34" rx="10" fill="#B98555"/><rect x="40" y="620" width="1200" height="10" fill="#2A1710" opacity=".25"/>`;

const STRIPE_WIDTH = 80;

const drawAwning = (tone: TableTone): string => {
  const { strong, light } = TABLE_TONES[tone];
  const awningStripes = Array.from(
    { length: 1280 / STRIPE_WIDTH },
    (_, index) =>
      `<path d="M${index * STRIPE_WIDTH} 0h${STRIPE_WIDTH}v48a40 26 0 0 1-${STRIPE_WIDTH} 0Z" fill="${index % 2 === 0 ? strong : light}"/>`,
  );
  return `<path d="M0 40H1280V92H0Z" fill="#2A1710" opacity=".12"/>${awningStripes.join('')}<path d="M0 0H1280V10H0Z" fill="#2A1710" opacity=".18"/>`;
};

/** Draws a restaurant's counter at opening time: shelves, a blackboard, a full display case. */
export const drawCounter = ({ style: name, dish: dishName, tone, layout }: CounterPicture): string => {
  const style: RoomStyle = ROOM_STYLES[name];
  const dish: DishDrawing = DISH_DRAWINGS[dishName];
  const { strong } = TABLE_TONES[tone];
  const isBoardLeft = layout % 2 === 0;
  const shelfSpan = isBoardLeft ? { from: 480, width: 720 } : { from: 90, width: 720 };
  return svgPicture({ width: 1280, height: 800 }, [
    `<defs>${clothDefs(tone, 'linen')}${lightGradientDefs}${tilePattern(tone, layout)}</defs>`,
    '<path d="M0 0H1280V800H0Z" fill="url(#tiles)"/>',
    drawShelf(206, style.shelf, shelfSpan),
    drawShelf(346, [style.shelf[2], style.wall[0], style.shelf[3], dish.loose[1]], shelfSpan),
    drawBlackboard(isBoardLeft ? 100 : 880, dish.icon),
    `<path d="M0 700H1280V800H0Z" fill="#4B3A40"/>`,
    drawCounterFront(strong),
    drawDishDisplay(dish, strong),
    drawAwning(tone),
    '<path d="M0 0H1280V800H0Z" fill="url(#glow)"/>',
  ]);
};
