/** How a place is furnished. */
export interface RoomStyle {
  readonly lamp: 'dome' | 'lantern' | 'bulb' | 'tube';
  readonly window: 'arch' | 'wide' | 'panes';
  readonly floor: 'planks' | 'tiles' | 'checks';
  readonly table: 'cloth' | 'bare';
  /** Drawings that hang on the wall or stand on the board. */
  readonly wall: readonly [string, string, string];
  readonly plants: readonly [string, string];
  /** What stands on the shelves behind the counter. */
  readonly shelf: readonly [string, string, string, string];
}

/** Furnishings by the kind of house. */
export const ROOM_STYLES = {
  tavern: { lamp: 'dome', window: 'panes', floor: 'planks', table: 'bare', wall: ['anchor', 'pretzel', 'beer-mug'], plants: ['potted-plant', 'evergreen-tree'], shelf: ['beer-mug', 'bread', 'jar', 'cheese-wedge'] },
  trattoria: { lamp: 'dome', window: 'arch', floor: 'checks', table: 'cloth', wall: ['tomato', 'wine-glass', 'garlic'], plants: ['potted-plant', 'herb'], shelf: ['wine-glass', 'bottle-with-popping-cork', 'garlic', 'tomato'] },
  lantern: { lamp: 'lantern', window: 'wide', floor: 'planks', table: 'bare', wall: ['wind-chime', 'steaming-bowl', 'cherry-blossom'], plants: ['potted-plant', 'lotus'], shelf: ['teapot', 'takeout-box', 'sake', 'cooked-rice'] },
  bazaar: { lamp: 'lantern', window: 'arch', floor: 'tiles', table: 'cloth', wall: ['crescent-moon', 'teapot', 'lotus'], plants: ['palm-tree', 'potted-plant'], shelf: ['teapot', 'honey-pot', 'chestnut', 'lemon'] },
  canteen: { lamp: 'tube', window: 'wide', floor: 'tiles', table: 'bare', wall: ['fork-and-knife-with-plate', 'red-apple', 'carrot'], plants: ['potted-plant', 'seedling'], shelf: ['red-apple', 'glass-of-milk', 'bread', 'pot-of-food'] },
  bistro: { lamp: 'bulb', window: 'panes', floor: 'checks', table: 'bare', wall: ['croissant', 'rooster', 'wine-glass'], plants: ['potted-plant', 'tulip'], shelf: ['bottle-with-popping-cork', 'baguette-bread', 'hot-beverage', 'shortcake'] },
  harbour: { lamp: 'dome', window: 'wide', floor: 'planks', table: 'bare', wall: ['anchor', 'fish', 'sailboat'], plants: ['potted-plant', 'seedling'], shelf: ['canned-food', 'fish', 'lemon', 'beer-mug'] },
  diner: { lamp: 'bulb', window: 'wide', floor: 'checks', table: 'bare', wall: ['star', 'hamburger', 'fire'], plants: ['cactus', 'potted-plant'], shelf: ['cup-with-straw', 'hot-pepper', 'beer-mug', 'ear-of-corn'] },
  garden: { lamp: 'bulb', window: 'arch', floor: 'planks', table: 'bare', wall: ['maple-leaf', 'avocado', 'sunflower'], plants: ['potted-plant', 'sunflower'], shelf: ['avocado', 'seedling', 'honey-pot', 'lemon'] },
} as const satisfies Readonly<Record<string, RoomStyle>>;

/** The kind of house. */
export type RoomStyleName = keyof typeof ROOM_STYLES;
