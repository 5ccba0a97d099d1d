/** What stands on a table: the vessel, what is in it, and what lies around it. Names of drawings are those of Fluent Emoji. */
export interface DishDrawing {
  /** The one drawing that stands for it where there is room for one. */
  readonly icon: string;
  readonly vessel: 'plate' | 'bowl' | 'pan' | 'board';
  /** Colour of what fills a bowl or a pan. */
  readonly fill?: string;
  readonly hasNoodles?: true;
  readonly items: readonly [string, ...string[]];
  readonly arrangement: 'single' | 'pair' | 'trio' | 'row' | 'ring' | 'wheel';
  readonly loose: readonly [string, string, string, string];
  readonly extras: readonly [string, string];
  readonly drink: 'water' | 'beer' | 'cola' | 'coffee' | 'tea' | 'wine' | 'juice';
  readonly tool: 'cutlery' | 'chopsticks' | 'none';
}

/** The dishes that can be drawn. */
export const DISH_DRAWINGS = {
  roast: { icon: 'meat-on-bone', vessel: 'plate', items: ['meat-on-bone', 'potato', 'carrot'], arrangement: 'trio', loose: ['chestnut', 'onion', 'herb', 'potato'], extras: ['green-salad', 'bread'], drink: 'beer', tool: 'cutlery' },
  schnitzel: { icon: 'cut-of-meat', vessel: 'plate', items: ['cut-of-meat', 'lemon', 'pea-pod'], arrangement: 'trio', loose: ['lemon', 'herb', 'potato', 'carrot'], extras: ['french-fries', 'green-salad'], drink: 'juice', tool: 'cutlery' },
  eggs: { icon: 'cooking', vessel: 'board', items: ['cooking'], arrangement: 'single', loose: ['egg', 'onion', 'herb', 'tomato'], extras: ['bread', 'cheese-wedge'], drink: 'coffee', tool: 'cutlery' },
  pretzels: { icon: 'pretzel', vessel: 'board', items: ['pretzel', 'cheese-wedge', 'pretzel'], arrangement: 'trio', loose: ['onion', 'herb', 'garlic', 'tomato'], extras: ['olive', 'bread'], drink: 'beer', tool: 'none' },
  spaghetti: { icon: 'spaghetti', vessel: 'plate', items: ['spaghetti'], arrangement: 'single', loose: ['tomato', 'garlic', 'herb', 'olive'], extras: ['bread', 'green-salad'], drink: 'wine', tool: 'cutlery' },
  bruschetta: { icon: 'baguette-bread', vessel: 'board', items: ['baguette-bread', 'tomato', 'cheese-wedge', 'olive'], arrangement: 'row', loose: ['tomato', 'herb', 'garlic', 'lemon'], extras: ['olive', 'green-salad'], drink: 'wine', tool: 'none' },
  pizza: { icon: 'pizza', vessel: 'plate', items: ['pizza', 'pizza', 'pizza', 'pizza', 'pizza', 'pizza', 'pizza'], arrangement: 'wheel', loose: ['tomato', 'bell-pepper', 'herb', 'olive'], extras: ['green-salad', 'olive'], drink: 'cola', tool: 'cutlery' },
  pizzaSlices: { icon: 'pizza', vessel: 'plate', items: ['pizza', 'pizza', 'pizza'], arrangement: 'trio', loose: ['bell-pepper', 'onion', 'herb', 'tomato'], extras: ['garlic', 'green-salad'], drink: 'cola', tool: 'none' },
  salad: { icon: 'green-salad', vessel: 'bowl', fill: '#8DBB55', items: ['leafy-green', 'tomato', 'cucumber', 'egg', 'carrot', 'olive'], arrangement: 'ring', loose: ['carrot', 'avocado', 'pea-pod', 'lemon'], extras: ['bread', 'egg'], drink: 'water', tool: 'cutlery' },
  bowl: { icon: 'green-salad', vessel: 'bowl', fill: '#F0DDB4', items: ['avocado', 'carrot', 'broccoli', 'egg', 'bell-pepper', 'ear-of-corn'], arrangement: 'ring', loose: ['lemon', 'herb', 'ginger-root', 'pea-pod'], extras: ['cooked-rice', 'red-apple'], drink: 'juice', tool: 'chopsticks' },
  stew: { icon: 'pot-of-food', vessel: 'bowl', fill: '#D08A3A', items: ['carrot', 'potato', 'pea-pod', 'onion', 'herb'], arrangement: 'ring', loose: ['carrot', 'bread', 'onion', 'herb'], extras: ['bread', 'red-apple'], drink: 'water', tool: 'cutlery' },
  noodleSoup: { icon: 'steaming-bowl', vessel: 'bowl', fill: '#E2A85C', hasNoodles: true, items: ['egg', 'leafy-green', 'shrimp', 'fish-cake-with-swirl', 'onion'], arrangement: 'ring', loose: ['hot-pepper', 'lemon', 'leafy-green', 'garlic'], extras: ['dumpling', 'cooked-rice'], drink: 'tea', tool: 'chopsticks' },
  rolls: { icon: 'burrito', vessel: 'plate', items: ['burrito', 'burrito', 'fried-shrimp'], arrangement: 'trio', loose: ['herb', 'hot-pepper', 'lemon', 'carrot'], extras: ['peanuts', 'leafy-green'], drink: 'tea', tool: 'chopsticks' },
  curry: { icon: 'curry-rice', vessel: 'bowl', fill: '#D97B29', items: ['pea-pod', 'hot-pepper', 'carrot', 'broccoli', 'herb'], arrangement: 'ring', loose: ['ginger-root', 'coconut', 'hot-pepper', 'lemon'], extras: ['cooked-rice', 'flatbread'], drink: 'juice', tool: 'cutlery' },
  dal: { icon: 'curry-rice', vessel: 'bowl', fill: '#E3B23C', items: ['tomato', 'herb', 'onion', 'hot-pepper'], arrangement: 'ring', loose: ['garlic', 'ginger-root', 'onion', 'lemon'], extras: ['flatbread', 'cooked-rice'], drink: 'tea', tool: 'cutlery' },
  flatbreads: { icon: 'flatbread', vessel: 'board', items: ['flatbread', 'flatbread', 'herb'], arrangement: 'trio', loose: ['garlic', 'tomato', 'lemon', 'herb'], extras: ['curry-rice', 'green-salad'], drink: 'tea', tool: 'none' },
  burger: { icon: 'hamburger', vessel: 'plate', items: ['hamburger'], arrangement: 'single', loose: ['tomato', 'onion', 'leafy-green', 'cheese-wedge'], extras: ['french-fries', 'cup-with-straw'], drink: 'cola', tool: 'none' },
  burgerFries: { icon: 'hamburger', vessel: 'board', items: ['hamburger', 'french-fries'], arrangement: 'pair', loose: ['cucumber', 'tomato', 'onion', 'salt'], extras: ['green-salad', 'french-fries'], drink: 'beer', tool: 'none' },
  wings: { icon: 'poultry-leg', vessel: 'plate', items: ['poultry-leg', 'poultry-leg', 'poultry-leg'], arrangement: 'trio', loose: ['hot-pepper', 'lemon', 'cucumber', 'carrot'], extras: ['french-fries', 'green-salad'], drink: 'beer', tool: 'none' },
  ribs: { icon: 'meat-on-bone', vessel: 'board', items: ['meat-on-bone', 'ear-of-corn', 'meat-on-bone'], arrangement: 'trio', loose: ['onion', 'hot-pepper', 'garlic', 'herb'], extras: ['french-fries', 'green-salad'], drink: 'beer', tool: 'cutlery' },
  steak: { icon: 'cut-of-meat', vessel: 'plate', items: ['cut-of-meat', 'potato', 'broccoli'], arrangement: 'trio', loose: ['salt', 'garlic', 'herb', 'onion'], extras: ['french-fries', 'green-salad'], drink: 'wine', tool: 'cutlery' },
  fries: { icon: 'french-fries', vessel: 'plate', items: ['french-fries', 'french-fries'], arrangement: 'pair', loose: ['potato', 'salt', 'tomato', 'onion'], extras: ['hot-dog', 'cup-with-straw'], drink: 'cola', tool: 'none' },
  hotDogs: { icon: 'hot-dog', vessel: 'plate', items: ['hot-dog', 'hot-dog'], arrangement: 'pair', loose: ['onion', 'cucumber', 'tomato', 'salt'], extras: ['french-fries', 'pretzel'], drink: 'beer', tool: 'none' },
  sushi: { icon: 'sushi', vessel: 'board', items: ['sushi', 'sushi', 'sushi', 'sushi'], arrangement: 'row', loose: ['ginger-root', 'lemon', 'avocado', 'cucumber'], extras: ['rice-ball', 'fried-shrimp'], drink: 'tea', tool: 'chopsticks' },
  bento: { icon: 'bento-box', vessel: 'plate', items: ['bento-box'], arrangement: 'single', loose: ['ginger-root', 'avocado', 'cucumber', 'lemon'], extras: ['rice-ball', 'dango'], drink: 'tea', tool: 'chopsticks' },
  dumplings: { icon: 'dumpling', vessel: 'plate', items: ['dumpling', 'dumpling', 'dumpling', 'dumpling', 'dumpling', 'dumpling'], arrangement: 'ring', loose: ['ginger-root', 'hot-pepper', 'garlic', 'leafy-green'], extras: ['cooked-rice', 'takeout-box'], drink: 'tea', tool: 'chopsticks' },
  noodleBox: { icon: 'takeout-box', vessel: 'plate', items: ['takeout-box'], arrangement: 'single', loose: ['bell-pepper', 'hot-pepper', 'leafy-green', 'ginger-root'], extras: ['fried-shrimp', 'dumpling'], drink: 'juice', tool: 'chopsticks' },
  kebab: { icon: 'stuffed-flatbread', vessel: 'plate', items: ['stuffed-flatbread'], arrangement: 'single', loose: ['tomato', 'onion', 'cucumber', 'hot-pepper'], extras: ['green-salad', 'cooked-rice'], drink: 'tea', tool: 'none' },
  falafel: { icon: 'falafel', vessel: 'bowl', fill: '#E8D6A6', items: ['falafel', 'tomato', 'cucumber', 'leafy-green'], arrangement: 'ring', loose: ['lemon', 'garlic', 'herb', 'onion'], extras: ['flatbread', 'olive'], drink: 'tea', tool: 'none' },
  mezze: { icon: 'falafel', vessel: 'plate', items: ['olive', 'falafel', 'tomato', 'cheese-wedge', 'eggplant', 'cucumber'], arrangement: 'ring', loose: ['garlic', 'lemon', 'herb', 'eggplant'], extras: ['flatbread', 'green-salad'], drink: 'water', tool: 'none' },
  greekPan: { icon: 'shallow-pan-of-food', vessel: 'pan', fill: '#C9542E', items: ['eggplant', 'tomato', 'cheese-wedge', 'herb'], arrangement: 'ring', loose: ['olive', 'lemon', 'garlic', 'bell-pepper'], extras: ['green-salad', 'olive'], drink: 'wine', tool: 'cutlery' },
  paella: { icon: 'shallow-pan-of-food', vessel: 'pan', fill: '#EBB53B', items: ['shrimp', 'lemon', 'pea-pod', 'shrimp', 'bell-pepper', 'lemon'], arrangement: 'ring', loose: ['lemon', 'garlic', 'tomato', 'bell-pepper'], extras: ['bread', 'olive'], drink: 'wine', tool: 'cutlery' },
  tapas: { icon: 'shrimp', vessel: 'pan', fill: '#B5532C', items: ['shrimp', 'shrimp', 'garlic'], arrangement: 'trio', loose: ['olive', 'bread', 'lemon', 'hot-pepper'], extras: ['olive', 'cheese-wedge'], drink: 'wine', tool: 'none' },
  fish: { icon: 'fish', vessel: 'plate', items: ['fish', 'lemon', 'potato'], arrangement: 'trio', loose: ['lemon', 'herb', 'salt', 'onion'], extras: ['potato', 'green-salad'], drink: 'water', tool: 'cutlery' },
  shrimps: { icon: 'shrimp', vessel: 'plate', items: ['shrimp', 'shrimp', 'shrimp'], arrangement: 'trio', loose: ['lemon', 'garlic', 'herb', 'salt'], extras: ['bread', 'lemon'], drink: 'wine', tool: 'cutlery' },
  oysters: { icon: 'oyster', vessel: 'plate', items: ['oyster', 'oyster', 'oyster', 'oyster', 'oyster', 'lemon'], arrangement: 'ring', loose: ['lemon', 'salt', 'lemon', 'herb'], extras: ['bread', 'crab'], drink: 'wine', tool: 'none' },
  tacos: { icon: 'taco', vessel: 'board', items: ['taco', 'taco', 'taco'], arrangement: 'trio', loose: ['avocado', 'hot-pepper', 'lemon', 'tomato'], extras: ['avocado', 'ear-of-corn'], drink: 'juice', tool: 'none' },
  burritos: { icon: 'burrito', vessel: 'plate', items: ['burrito', 'burrito'], arrangement: 'pair', loose: ['lemon', 'avocado', 'ear-of-corn', 'hot-pepper'], extras: ['tamale', 'avocado'], drink: 'juice', tool: 'none' },
  cake: { icon: 'shortcake', vessel: 'plate', items: ['shortcake'], arrangement: 'single', loose: ['strawberry', 'cherries', 'strawberry', 'blueberries'], extras: ['cupcake', 'cookie'], drink: 'coffee', tool: 'none' },
  croissants: { icon: 'croissant', vessel: 'plate', items: ['croissant', 'croissant'], arrangement: 'pair', loose: ['strawberry', 'blueberries', 'red-apple', 'tangerine'], extras: ['honey-pot', 'egg'], drink: 'coffee', tool: 'none' },
  pancakes: { icon: 'pancakes', vessel: 'plate', items: ['pancakes'], arrangement: 'single', loose: ['blueberries', 'strawberry', 'cherries', 'tangerine'], extras: ['waffle', 'honey-pot'], drink: 'coffee', tool: 'cutlery' },
  cheese: { icon: 'cheese-wedge', vessel: 'board', items: ['cheese-wedge', 'grapes', 'bread', 'pear'], arrangement: 'row', loose: ['grapes', 'olive', 'chestnut', 'pear'], extras: ['baguette-bread', 'olive'], drink: 'wine', tool: 'none' },
} as const satisfies Readonly<Record<string, DishDrawing>>;

/** A dish that can be drawn. */
export type DrawnDish = keyof typeof DISH_DRAWINGS;
