// The tag of a cuisine's word is mostly the word itself; here stand those that are written in other ways.
const SAME = [
  'afghan', 'african', 'american', 'arab', 'argentinian', 'armenian', 'asian', 'australian', 'austrian', 'bagel', 'bakery', 'balkan', 'bar', 'barbecue',
  'bavarian', 'bengali', 'bistro', 'bosnian', 'bowl', 'brazilian', 'bread', 'breakfast', 'bulgarian', 'burger', 'burrito', 'cafe', 'cake', 'canteen',
  'caribbean', 'chicken', 'chinese', 'coffee', 'crepe', 'croatian', 'cuban', 'curry', 'cypriot', 'donut', 'dumplings', 'egyptian', 'ethiopian',
  'european', 'falafel', 'filipino', 'french', 'fusion', 'georgian', 'german', 'greek', 'gyros', 'halal', 'hawaiian', 'hotdog', 'hotpot', 'hummus',
  'hungarian', 'indian', 'indonesian', 'international', 'irish', 'israeli', 'italian', 'jamaican', 'japanese', 'jewish', 'juice', 'kebab', 'korean',
  'kosher', 'laotian', 'latvian', 'lebanese', 'lunch', 'macedonian', 'malaysian', 'mediterranean', 'mexican', 'moroccan', 'nepalese', 'noodles',
  'organic', 'oriental', 'pakistani', 'pancake', 'pasta', 'persian', 'peruvian', 'pizza', 'polish', 'portuguese', 'potato', 'pub', 'ramen', 'regional',
  'rhenish', 'romanian', 'russian', 'salad', 'sandwich', 'sausage', 'scandinavian', 'seafood', 'serbian', 'singaporean', 'slovak', 'snack', 'soup',
  'spanish', 'steak', 'sudanese', 'sushi', 'swabian', 'swiss', 'syrian', 'tacos', 'taiwanese', 'tamil', 'tapas', 'tea', 'thai', 'thuringian', 'tibetan',
  'turkish', 'ukrainian', 'uzbek', 'vegan', 'vegetarian', 'vietnamese', 'waffle', 'wine', 'wok', 'yemeni',
];

const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  afrikanisches: ['african'], alpine_hut: ['alpinehut'], altbayerisch: ['bavarian'], anatolian: ['turkish'], arabic: ['arab'], argentinisches: ['argentinian'],
  armenean: ['armenian'], asian_fusion_and_sushi: ['asian', 'sushi'], asian_sushi_vietfood: ['asian', 'sushi', 'vietnamese'], ayurvedisch: ['indian'],
  bbq: ['barbecue'], beef: ['steak'], bowls: ['bowl'], brasilian: ['brazilian'], brunch: ['breakfast'], bubble_tea: ['bubbletea'], bulgarien: ['bulgarian'],
  burgers: ['burger'], buschenschank: ['winetavern'], cantonese: ['chinese'], casual_fine_dining: ['finedining'], catalan: ['spanish'], ceviche: ['peruvian'],
  china_restaurant: ['chinese'], coffee_shop: ['coffee'], cyprian: ['cypriot'], deli: ['sandwich'], deutsch: ['german'], diner: ['american'],
  döner: ['kebab'], doner: ['kebab'], east_asian: ['asian'], egypt: ['egyptian'], eiscafe: ['icecream', 'cafe'], fast_food: ['snack'], fastfood: ['snack'],
  fine_dining: ['finedining'], fish: ['seafood'], fish_and_chips: ['seafood', 'fishandchips'], flammkuchen: ['tarteflambee'], fondue: ['swiss'],
  frites: ['fries'], friture: ['fries'], fries: ['fries'], georgie: ['georgian'], gourmet: ['finedining'], grill: ['barbecue'], heuriger: ['winetavern'],
  homemade_pasta: ['pasta'], hot_dog: ['hotdog'], ice_cream: ['icecream'], indian_restaurant: ['indian'], indisch: ['indian'],
  'indische_-_singapuri_spezialitäten': ['indian', 'singaporean'], indochinese: ['asian'], indonesia: ['indonesian'], iranian: ['persian'],
  italian_jewish: ['italian', 'jewish'], italian_pizza: ['italian', 'pizza'], 
  'kaffe_-_und_kuchenspezialitäten': ['coffee', 'cake'], koreanisch: ['korean'], koreanisch_sushi: ['korean', 'sushi'], kroatisches_restaurant: ['croatian'],
  laos: ['laotian'], 'latin-american': ['latinamerican'], latin_american: ['latinamerican'], lateinamerikanische_küche: ['latinamerican'], libanese: ['lebanese'],
  local: ['regional'], modern_european_cusine: ['european'], nepal: ['nepalese'], nepalesisch: ['nepalese'], nepali: ['nepalese'], noodle: ['noodles'],
  norwegian: ['scandinavian'], original_thai_food: ['thai'], pastry: ['cake'], 'persisch-arabisch': ['persian', 'arab'], peru: ['peruvian'],
  philippinisch: ['filipino'], phillipinian: ['filipino'], poke: ['bowl', 'hawaiian'], portugese_tapas: ['portuguese', 'tapas'], pubfood: ['pub'], quiche: ['french'],
  regional_bis_deftig: ['regional', 'homestyle'], salads: ['salad'], sardinian: ['italian'], singapore: ['singaporean'], slovak_slow_food: ['slovak'],
  smoothie: ['juice'], snacks: ['snack'], soul_food: ['american'], soups: ['soup'], southern_states: ['american'], sri_lankan: ['srilankan'],
  steak_house: ['steak'], steakhouse: ['steak'], suhi: ['sushi'], sushi_vietnamesisch: ['sushi', 'vietnamese'], tibet: ['tibetan'], tex_mex: ['mexican'],
  'tex-mex': ['mexican'], traditional: ['homestyle'], trinidad: ['caribbean'], 'viet_&_sushi': ['vietnamese', 'sushi'], vietnam: ['vietnamese'],
  vietnamese_food: ['vietnamese'], 'vietnamesische_gerichte_&_sushi': ['vietnamese', 'sushi'], vietnamese_vegan: ['vietnamese', 'vegan'], weine: ['wine'],
  wine_tavern: ['winetavern'], world: ['international'], yugoslavian: ['balkan'],
};

const CUISINES: ReadonlyMap<string, readonly string[]> = new Map([...SAME.map((word) => [word, [word]] as const), ...Object.entries(OTHERWISE)]);

/** All words of the key cuisine that the table knows. */
export const knownCuisines = (): string[] => [...CUISINES.keys()];

/** The keys of the tags of a value of the key cuisine; null for one that the table doesn't know. */
export const tagsOfCuisine = (word: string): readonly string[] | null => CUISINES.get(word.trim().replace(/\s+/g, '_').replace(/^_+/, '')) ?? null;
